package io.sluice.testkit;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Headers;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What became of an exchange: what the cluster got, and what the client got. Immutable but for the exchange's facts. */
public final class HarnessResult {

    private final TestExchange exchange;
    private final @Nullable Upstream upstream;
    private final ResponseHead response;
    private final byte[] body;
    private final @Nullable String failure;

    /** What the cluster got. */
    record Upstream(RequestHead head, String body) {}

    HarnessResult(
            TestExchange exchange,
            @Nullable Upstream upstream,
            ResponseHead response,
            byte[] body,
            @Nullable String failure) {
        this.exchange = exchange;
        this.upstream = upstream;
        this.response = response;
        this.body = body;
        this.failure = failure;
    }

    /** Whether the request reached the cluster, with its whole body. */
    public boolean relayed() {
        return upstream != null;
    }

    /**
     * The request head that the cluster got; without the headers of framing, which the gateway sets.
     *
     * @throws AssertionError if the request did not get there
     */
    public RequestHead upstreamHead() {
        return upstreamOrFail().head();
    }

    /**
     * The request body that the cluster got, read as UTF-8.
     *
     * @throws AssertionError if the request did not get there
     */
    public String upstreamBody() {
        return upstreamOrFail().body();
    }

    private Upstream upstreamOrFail() {
        if (upstream == null) {
            throw new AssertionError("the request did not reach the cluster; the client got\n" + describe());
        }
        return upstream;
    }

    /** The cluster that a filter chose; null if none did. */
    public @Nullable String target() {
        return exchange.target();
    }

    /** The status that the client got. */
    public int status() {
        return response.status();
    }

    /** The response headers that the client got, without those of framing. */
    public Headers headers() {
        return response.headers();
    }

    /** Who made the answer that the client got. */
    public ResponseHead.Origin origin() {
        return response.origin();
    }

    /** The response body that the client got, read as UTF-8. */
    public String body() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The kind of failure in kebab-case ({@code filter-failed}, {@code rejected} by a filter); null if there was none. */
    public @Nullable String failure() {
        return failure;
    }

    /** A fact that stands in the exchange at its end, or null. */
    public <T> @Nullable T fact(ExchangeKey<T> key) {
        return exchange.get(key);
    }

    /** Everything that two runs of the same exchange must have in common, as text. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        if (upstream != null) {
            RequestHead head = upstream.head();
            text.append("upstream ")
                    .append(Objects.requireNonNullElse(target(), "of the flow"))
                    .append(": ");
            text.append(head.method()).append(' ').append(head.target()).append('\n');
            text.append(head.headers()).append('\n').append(upstream.body()).append('\n');
        }
        text.append("client: ").append(status()).append(' ').append(origin());
        text.append(failure == null ? "" : " " + failure).append('\n');
        return text.append(headers()).append('\n').append(body()).toString();
    }

    @Override
    public String toString() {
        return describe();
    }
}
