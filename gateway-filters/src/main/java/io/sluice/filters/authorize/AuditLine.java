package io.sluice.filters.authorize;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Json;
import io.sluice.api.Principal;
import io.sluice.filters.lines.LineFields;
import io.sluice.filters.lines.LineFormat;
import io.sluice.filters.lines.LineFormat.Field;
import io.sluice.filters.lines.LogLine;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;

/** The line of one denied request, captured on its event loop. Field names follow the Elastic Common Schema; others begin with {@code sluice.} */
final class AuditLine implements LogLine {

    private static final List<Field> COMMON = List.of(
            new Field("ecs.version", "8.17.0"),
            new Field("event.kind", "event"),
            new Field("event.category", Json.parse("[\"web\"]")),
            new Field("event.type", Json.parse("[\"access\",\"denied\"]")),
            new Field("event.dataset", "sluice.audit"));

    private final LineFields fields = new LineFields();

    AuditLine(Instant now, Exchange exchange, Denial denial, boolean dryRun) {
        fields.add("@timestamp", now.toString());
        fields.add("http.request.id", exchange.id());
        fields.add("sluice.flow", exchange.flow());
        InetAddress address = exchange.client().getAddress();
        fields.add("client.ip", address == null ? null : address.getHostAddress());
        Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
        fields.add("user.name", principal == null ? null : principal.name());
        fields.add("sluice.realm", principal == null ? null : principal.realm());
        fields.add("sluice.tenant", exchange.get(ExchangeKey.TENANT));
        fields.add("http.request.method", exchange.original().method());
        fields.add("url.path", exchange.original().target().rawPath());
        fields.add("sluice.class", denial.kind().label());
        fields.add("sluice.index", denial.index());
        fields.add("sluice.rule", denial.rule());
        fields.add("event.outcome", dryRun ? "success" : "failure");
        fields.add("sluice.dry_run", dryRun);
        fields.addAll(COMMON);
    }

    @Override
    public void appendTo(StringBuilder out) {
        fields.appendTo(out, LineFormat.DOTTED);
    }
}
