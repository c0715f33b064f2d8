package io.sluice.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.RequestTarget;
import io.sluice.bench.net.Addresses;
import io.sluice.recording.RecordedExchange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the bytes of a request from what was recorded. Immutable. */
final class RequestWriter {
    private final ReplayPlan plan;

    RequestWriter(ReplayPlan plan) {
        this.plan = plan;
    }

    /**
     * Head and body.
     *
     * @throws IllegalArgumentException if a header would be several lines
     */
    ByteBuf wire(RecordedExchange recorded) {
        StringBuilder head = new StringBuilder(recorded.method() + " " + recorded.target() + " HTTP/1.1\r\n");
        line(head, "Host", Addresses.text(plan.target()));
        for (RecordedExchange.Field field : headers(recorded)) {
            line(head, field.name(), field.value());
        }
        boolean bodyless = recorded.method().equals("GET") || recorded.method().equals("HEAD");
        if (recorded.body().length > 0 || !bodyless) {
            line(head, "Content-Length", Integer.toString(recorded.body().length));
        }
        head.append("\r\n");
        // Whoever recorded made each byte of a value one character.
        return Unpooled.wrappedBuffer(head.toString().getBytes(StandardCharsets.ISO_8859_1), recorded.body());
    }

    private List<RecordedExchange.Field> headers(RecordedExchange recorded) {
        List<RecordedExchange.Field> headers = new ArrayList<>(recorded.headers());
        for (RecordedExchange.Field added : plan.headers()) {
            headers.removeIf(field -> field.name().equalsIgnoreCase(added.name()));
            headers.add(typed(added.name(), added.value()));
        }
        String tenant = tenant(recorded);
        String other = tenant == null ? null : plan.tenants().get(tenant);
        if (other != null) {
            headers.removeIf(field -> field.name().equalsIgnoreCase(plan.tenantHeader()));
            headers.add(typed(plan.tenantHeader(), other));
        }
        return headers;
    }

    // What somebody typed is sent as UTF-8.
    private static RecordedExchange.Field typed(String name, String value) {
        return new RecordedExchange.Field(
                name, new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    // What a filter told counts; else what the client said.
    private @Nullable String tenant(RecordedExchange recorded) {
        if (recorded.tenant() != null) {
            return recorded.tenant();
        }
        return recorded.headers().stream()
                .filter(field -> field.name().equalsIgnoreCase(plan.tenantHeader()))
                .map(RecordedExchange.Field::value)
                .findFirst()
                .orElse(null);
    }

    // A recording may have been changed: nothing of it becomes another line.
    private static void line(StringBuilder head, String name, String value) {
        check(name);
        check(value);
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static void check(String text) {
        if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("a recorded header has a line break");
        }
    }

    /**
     * What sort of request it is: its method, and its endpoint if it has one.
     *
     * @throws IllegalArgumentException if its method or target is none
     */
    static String name(RecordedExchange recorded) {
        if (!recorded.method().matches("[A-Z]{1,20}") || !recorded.target().matches("/[\\x21-\\x7e]*")) {
            throw new IllegalArgumentException("a recorded request has no valid method and target");
        }
        String endpoint = "";
        for (String segment : RequestTarget.parse(recorded.target()).rawSegments()) {
            if (segment.startsWith("_")) {
                endpoint = segment;
                break;
            }
        }
        return (recorded.method() + " " + endpoint).strip().toLowerCase(Locale.ROOT);
    }
}
