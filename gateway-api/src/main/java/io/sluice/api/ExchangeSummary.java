package io.sluice.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an exchange ended.
 *
 * @param exchange the exchange, for its facts; not to be kept
 * @param started when the request head was complete
 * @param status the status sent to the client; 0 if none was sent
 * @param failure the kind of failure in kebab-case ({@code upstream-timeout}), or null if there was none
 * @param upstream where the request went, or null if it went nowhere
 * @param bulk what became of a bulk in a flow that regroups bulks; null for everything else
 * @param traffic bytes and times
 */
public record ExchangeSummary(
        Exchange exchange,
        Instant started,
        int status,
        @Nullable String failure,
        @Nullable Upstream upstream,
        @Nullable Bulk bulk,
        Traffic traffic) {

    /**
     * The last node tried.
     *
     * @param cluster its cluster's name
     * @param node host and port; of a bulk that was regrouped, those of all its nodes with commas between
     * @param attempts how many nodes were tried, 1 or more
     */
    public record Upstream(String cluster, String node, int attempts) {}

    /**
     * How a bulk was regrouped.
     *
     * @param items that it had; 0 if it was relayed whole
     * @param failedItems of those, the ones whose results are errors, or that got none
     * @param groups that the router named
     * @param subRequests that nodes were sent
     * @param retries how often something was sent again
     * @param unknown whether nodes may have stored items, or may still do so, whose results did not come
     * @param whole why it was relayed whole, in kebab-case; null if it was split
     */
    public record Bulk(
            int items,
            int failedItems,
            int groups,
            int subRequests,
            int retries,
            boolean unknown,
            @Nullable String whole) {}

    /**
     * Bytes of bodies as they crossed the client's connection, and times.
     *
     * @param requestBytes body bytes received until the answer was complete
     * @param responseBytes body bytes sent
     * @param totalNanos from the request head to the last byte of the answer, in nanoseconds
     * @param upstreamNanos of those, from the first byte sent upstream to the last byte of the answer, or to the end of a request without a
     *     whole answer, in nanoseconds: also what the client took to send and to take them; 0 if nothing was sent
     * @param latencyNanos of those, from the last byte sent upstream to the head of the answer, in nanoseconds, which no client makes longer;
     *     0 if nothing was sent, no answer came, or it came before the request had ended
     */
    public record Traffic(
            long requestBytes, long responseBytes, long totalNanos, long upstreamNanos, long latencyNanos) {}
}
