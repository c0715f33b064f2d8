package io.sluice.bench.load.result;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** How often each status occurred; 0 means no answer. Allocates nothing per count; written by one thread. */
public final class StatusCounts {
    private static final int SUCCESS_BELOW = 300;
    private static final int TOO_MANY = 429;

    private int[] statuses = {};
    private long[] counts = {};
    private int size;

    /** Counts one. */
    public void add(int status) {
        add(status, 1);
    }

    /** Adds what another has counted. */
    public void add(StatusCounts other) {
        for (int i = 0; i < other.size; i++) {
            add(other.statuses[i], other.counts[i]);
        }
    }

    private void add(int status, long count) {
        int at = 0;
        while (at < size && statuses[at] != status) {
            at++;
        }
        if (at == size) {
            if (size == statuses.length) {
                statuses = Arrays.copyOf(statuses, size + 4);
                counts = Arrays.copyOf(counts, size + 4);
            }
            statuses[size++] = status;
        }
        counts[at] += count;
    }

    /** All of them. */
    public long total() {
        return Arrays.stream(counts, 0, size).sum();
    }

    /** Those from 200 to 299. */
    public long succeeded() {
        long succeeded = 0;
        for (int i = 0; i < size; i++) {
            succeeded += statuses[i] > 0 && statuses[i] < SUCCESS_BELOW ? counts[i] : 0;
        }
        return succeeded;
    }

    /** Those with 429. */
    public long rejected() {
        return byStatus().getOrDefault(TOO_MANY, 0L);
    }

    /** Those that neither succeeded nor were rejected. */
    public long failed() {
        return total() - succeeded() - rejected();
    }

    /** The counts in the order of the statuses. */
    public Map<Integer, Long> byStatus() {
        Map<Integer, Long> sorted = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            sorted.put(statuses[i], counts[i]);
        }
        return sorted;
    }
}
