package io.sluice.filters.accesslog;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Headers;
import io.sluice.api.Json;
import io.sluice.api.Principal;
import io.sluice.api.RefusedRequest;
import io.sluice.api.RequestTarget;
import io.sluice.api.TenantPlace;
import io.sluice.api.TraceContext;
import io.sluice.filters.lines.LineFields;
import io.sluice.filters.lines.LineFormat.Field;
import io.sluice.filters.lines.LogLine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log line of one request, captured on its event loop. Keeps no reference to the exchange; the JSON is made when
 * it is written. Field names follow the Elastic Common Schema; others begin with {@code sluice.}
 */
final class AccessLine implements LogLine {

    private static final int FIRST_ERROR = 400;

    /** What is the same in all lines. */
    private static final List<Field> COMMON = List.of(
            new Field("ecs.version", "8.17.0"),
            new Field("event.kind", "event"),
            new Field("event.category", Json.parse("[\"web\"]")),
            new Field("event.type", Json.parse("[\"access\"]")),
            new Field("event.dataset", "sluice.access"));

    private final AccessLogConfig config;
    private final LineFields fields = new LineFields();

    private AccessLine(AccessLogConfig config) {
        this.config = config;
    }

    static AccessLine of(ExchangeSummary summary, AccessLogConfig config) {
        AccessLine line = new AccessLine(config);
        Exchange exchange = summary.exchange();
        line.add("@timestamp", summary.started().toString());
        line.add("http.request.id", exchange.id());
        line.add("sluice.listener", exchange.listener());
        line.add("sluice.flow", exchange.flow());
        line.addClient(exchange.client());
        line.addUser(exchange);
        RequestTarget target = exchange.original().target();
        line.addRequest(exchange.original().method(), target.rawPath(), target.rawQuery());
        line.addHeaders(exchange.original().headers());
        TraceContext recorded = exchange.get(ExchangeKey.TRACE);
        line.addTrace(recorded == null ? TraceContext.of(exchange.original().headers()) : recorded);
        line.addOutcome(summary.status(), summary.failure());
        line.addUpstream(summary.upstream());
        line.addBulk(summary.bulk());
        line.addTraffic(summary.traffic());
        return line;
    }

    static AccessLine of(RefusedRequest request, AccessLogConfig config) {
        AccessLine line = new AccessLine(config);
        line.add("@timestamp", request.at().toString());
        line.add("http.request.id", request.id());
        line.add("sluice.listener", request.listener());
        line.addClient(request.client());
        RefusedRequest.Head head = request.head();
        if (head != null) {
            line.addHead(head);
        }
        line.addOutcome(request.status(), request.failure());
        return line;
    }

    // Other forms than the origin-form may have credentials before the host.
    private void addHead(RefusedRequest.Head head) {
        String target = head.target();
        int query = target.indexOf('?');
        boolean path = target.startsWith("/");
        addRequest(
                head.method(),
                path ? utf8(query < 0 ? target : target.substring(0, query)) : null,
                path && query >= 0 ? utf8(target.substring(query + 1)) : null);
        addHeaders(head.headers());
        addTrace(TraceContext.of(head.headers()));
    }

    private void addTrace(@Nullable TraceContext trace) {
        add("trace.id", trace == null ? null : trace.traceId());
    }

    private void addClient(InetSocketAddress client) {
        InetAddress address = client.getAddress();
        add("client.ip", address == null ? null : address.getHostAddress());
        add("client.port", (long) client.getPort());
    }

    private void addUser(Exchange exchange) {
        Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
        add("user.name", principal == null ? null : principal.name());
        add("sluice.tenant", exchange.get(ExchangeKey.TENANT));
        TenantPlace place = exchange.get(ExchangeKey.PLACE);
        if (place != null) {
            add("sluice.place", place.name());
            add("sluice.placement.version", place.version());
        }
    }

    private void addRequest(String method, @Nullable String path, @Nullable String query) {
        add("http.request.method", method);
        add("url.path", path);
        if (config.query()) {
            add("url.query", QueryMask.mask(query));
        }
    }

    private void addHeaders(Headers headers) {
        String agent = headers.get("user-agent");
        add("user_agent.original", agent == null ? null : utf8(agent));
        for (String name : config.headers()) {
            List<String> values = headers.all(name);
            add(Field.HEADERS + name, values.isEmpty() ? null : utf8(String.join(", ", values)));
        }
    }

    private void addOutcome(int status, @Nullable String failure) {
        add("http.response.status_code", (long) status);
        add("event.outcome", failure == null && status < FIRST_ERROR ? "success" : "failure");
        add("sluice.failure", failure);
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
        fields.add(name, value);
    }

    private void add(String name, long value) {
        fields.add(name, value);
    }

    @Override
    public void appendTo(StringBuilder out) {
        fields.addAll(COMMON);
        fields.appendTo(out, config.format());
    }
}
