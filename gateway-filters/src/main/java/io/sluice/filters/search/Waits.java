package io.sluice.filters.search;

import java.util.concurrent.TimeUnit;

/**
 * Bounds of how long a request waits before it is executed. A server counts the bytes of a write meanwhile, also when its client is gone, and refuses
 * everybody's writes once a tenth of its heap waits: ten bulks of 4 MB with {@code wait_for_active_shards=100&timeout=1000d} did so for
 * good on Elasticsearch 7.17 and 8.19 and OpenSearch 2.19. Stateless.
 */
public final class Waits {
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** Copies of a shard that must be there: of more than the first a write may wait for as long as its index exists. */
    public static final Bound COPIES = new Bound(text -> text.equals("0") || text.equals("1"), "0 or 1");

    /** How long it waits for them, and other requests for the cluster. */
    public static final Bound TIMEOUT = new Bound(Waits::isShort, "at most 5m");

    private Waits() {}

    private static boolean isShort(String text) {
        long nanos = ServerTimes.nanos(text);
        return nanos >= 0 && nanos <= MOST_NANOS || text.equals("0");
    }
}
