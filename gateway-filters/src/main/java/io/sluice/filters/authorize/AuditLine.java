package io.sluice.filters.authorize;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Json;
import io.sluice.api.Principal;
import io.sluice.filters.lines.LineFormat;
import io.sluice.filters.lines.LineFormat.Field;
import io.sluice.filters.lines.LogLine;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The line of one denied request, captured on its event loop. Field names follow the Elastic Common Schema; others begin with {@code sluice.} */
final class AuditLine implements LogLine {

    private static final int MAX_TEXT = 2048;

    private static final List<Field> COMMON = List.of(
            new Field("ecs.version", "8.17.0"),
            new Field("event.kind", "event"),
            new Field("event.category", Json.parse("[\"web\"]")),
            new Field("event.type", Json.parse("[\"access\",\"denied\"]")),
            new Field("event.dataset", "sluice.audit"));

    private final List<Field> fields = new ArrayList<>(20);

    AuditLine(Instant now, Exchange exchange, Denial denial, boolean dryRun) {
        add("@timestamp", now.toString());
        add("http.request.id", exchange.id());
        add("sluice.flow", exchange.flow());
        InetAddress address = exchange.client().getAddress();
        add("client.ip", address == null ? null : address.getHostAddress());
        Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
        add("user.name", principal == null ? null : principal.name());
        add("sluice.realm", principal == null ? null : principal.realm());
        add("sluice.tenant", exchange.get(ExchangeKey.TENANT));
        add("http.request.method", exchange.original().method());
        add("url.path", exchange.original().target().rawPath());
        add("sluice.class", denial.kind().label());
        add("sluice.index", denial.index());
        fields.add(new Field("sluice.rule", denial.rule()));
        add("event.outcome", dryRun ? "success" : "failure");
        fields.add(new Field("sluice.dry_run", dryRun));
        fields.addAll(COMMON);
    }

    private void add(String name, @Nullable String value) {
        if (value != null) {
            fields.add(new Field(name, value.length() <= MAX_TEXT ? value : value.substring(0, MAX_TEXT) + "..."));
        }
    }

    @Override
    public void appendTo(StringBuilder out) {
        LineFormat.DOTTED.append(fields, out);
        out.append('\n');
    }
}
