package io.sluice.filters.accesslog;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Json;
import io.sluice.api.Principal;
import io.sluice.api.RequestTarget;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log line of one exchange, captured on its event loop. Keeps no reference to the exchange; the JSON is made when
 * it is written. Field names follow the Elastic Common Schema; others begin with {@code sluice.}
 */
final class AccessLine {

    /** Longer texts are cut, so that a client cannot fill the log's memory with its own head. */
    static final int MAX_TEXT = 2048;

    private final List<Field> fields = new ArrayList<>(20);

    private record Field(String name, Object value) {}

    private AccessLine() {}

    static AccessLine of(ExchangeSummary summary, AccessLogConfig config) {
        AccessLine line = new AccessLine();
        Exchange exchange = summary.exchange();
        line.add("@timestamp", summary.started().toString());
        line.add("sluice.listener", exchange.listener());
        line.add("sluice.flow", exchange.flow());
        line.addClient(exchange);
        line.addRequest(exchange, config);
        line.add("http.response.status_code", (long) summary.status());
        line.add("sluice.failure", summary.failure());
        line.addUpstream(summary.upstream());
        line.addBulk(summary.bulk());
        line.addTraffic(summary.traffic());
        return line;
    }

    private void addClient(Exchange exchange) {
        InetSocketAddress client = exchange.client();
        InetAddress address = client.getAddress();
        add("client.ip", address == null ? null : address.getHostAddress());
        add("client.port", (long) client.getPort());
        Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
        add("user.name", principal == null ? null : principal.name());
        add("sluice.tenant", exchange.get(ExchangeKey.TENANT));
    }

    private void addRequest(Exchange exchange, AccessLogConfig config) {
        RequestTarget target = exchange.original().target();
        add("http.request.method", exchange.original().method());
        add("url.path", target.rawPath());
        if (config.query()) {
            add("url.query", QueryMask.mask(target.rawQuery()));
        }
        for (String name : config.headers()) {
            List<String> values = exchange.original().headers().all(name);
            add("http.request.headers." + name, values.isEmpty() ? null : utf8(String.join(", ", values)));
        }
    }

    /** Heads are read a character a byte; what was sent as UTF-8 is logged as that, anything else as it was read. */
    private static String utf8(String value) {
        if (value.chars().allMatch(character -> character < 0x80)) {
            return value;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap(value)))
                    .toString();
        } catch (CharacterCodingException e) {
            return value;
        }
    }

    private void addUpstream(ExchangeSummary.@Nullable Upstream upstream) {
        if (upstream != null) {
            add("sluice.cluster", upstream.cluster());
            add("sluice.node", upstream.node());
            add("sluice.attempts", (long) upstream.attempts());
        }
    }

    private void addBulk(ExchangeSummary.@Nullable Bulk bulk) {
        if (bulk != null && bulk.whole() == null) {
            add("sluice.bulk.items", (long) bulk.items());
            add("sluice.bulk.failed_items", (long) bulk.failedItems());
            add("sluice.bulk.groups", (long) bulk.groups());
            add("sluice.bulk.subrequests", (long) bulk.subRequests());
            add("sluice.bulk.retries", (long) bulk.retries());
        } else if (bulk != null) {
            add("sluice.bulk.whole", bulk.whole());
        }
    }

    private void addTraffic(ExchangeSummary.Traffic traffic) {
        add("http.request.body.bytes", traffic.requestBytes());
        add("http.response.body.bytes", traffic.responseBytes());
        add("event.duration", traffic.totalNanos());
        add("sluice.upstream_nanos", traffic.upstreamNanos());
    }

    private void add(String name, @Nullable String value) {
        if (value != null) {
            fields.add(new Field(name, value.length() <= MAX_TEXT ? value : value.substring(0, MAX_TEXT) + "..."));
        }
    }

    private void add(String name, long value) {
        fields.add(new Field(name, value));
    }

    /** Appends the line as one JSON object with its line feed; whatever a client sent, it stays one line. */
    void appendTo(StringBuilder out) {
        char separator = '{';
        for (Field field : fields) {
            out.append(separator).append(Json.string(field.name())).append(':');
            out.append(field.value() instanceof String text ? Json.string(text) : field.value());
            separator = ',';
        }
        out.append("}\n");
    }
}
