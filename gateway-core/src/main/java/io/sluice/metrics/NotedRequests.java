package io.sluice.metrics;

import io.sluice.failure.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The slowest requests of the last minutes, and the last ones that failed; both lists are bounded. Most requests cost a comparison:
 * only what is kept is made and takes the lock. Keeps nothing until {@link #begin}. Safe from any thread.
 */
public final class NotedRequests {
    /** How many slow requests are kept. */
    public static final int SLOWEST = 30;
    /** How many failed requests are kept. */
    public static final int FAILED = 100;
    /** How long a slow request is kept. */
    public static final Duration KEPT = Duration.ofMinutes(10);

    private final PriorityQueue<Slow> slowest = new PriorityQueue<>(SLOWEST, Comparator.comparingLong(Slow::nanos));
    private final ArrayDeque<NotedRequest> failed = new ArrayDeque<>(FAILED);
    private volatile boolean begun;
    /** Requests that took longer are kept, in nanoseconds. */
    private volatile long threshold = Long.MAX_VALUE;

    private record Slow(NotedRequest request, long nanos) {}

    /** Begins to keep requests: somebody can look at them. */
    public synchronized void begin() {
        begun = true;
        threshold = -1;
    }

    /**
     * Whether a request that has ended is one to keep.
     *
     * @param totalNanos that it took, in nanoseconds
     */
    public boolean wants(@Nullable FailureKind failure, long totalNanos) {
        return totalNanos > threshold || isKept(failure);
    }

    private boolean isKept(@Nullable FailureKind failure) {
        return failure != null && failure != FailureKind.CLIENT_GONE && begun;
    }

    /** Keeps a request, if it is still one to keep. */
    public synchronized void add(NotedRequest request) {
        if (isKept(request.failure())) {
            if (failed.size() == FAILED) {
                failed.removeFirst();
            }
            failed.addLast(request);
        }
        long nanos = request.traffic() == null ? 0 : request.traffic().totalNanos();
        if (request.traffic() != null && nanos > threshold) {
            if (slowest.size() == SLOWEST) {
                slowest.poll();
            }
            slowest.add(new Slow(request, nanos));
            settle();
        }
    }

    private void settle() {
        Slow least = slowest.peek();
        threshold = least == null || slowest.size() < SLOWEST ? -1 : least.nanos();
    }

    /** Drops slow requests that ended longer ago than they are kept. */
    public synchronized void forgetOld(Instant now) {
        Instant oldest = now.minus(KEPT);
        if (begun && slowest.removeIf(slow -> slow.request().at().isBefore(oldest))) {
            settle();
        }
    }

    /** The slow requests, the slowest first. */
    public synchronized List<NotedRequest> slowest() {
        return slowest.stream()
                .sorted(Comparator.comparingLong(Slow::nanos).reversed())
                .map(Slow::request)
                .toList();
    }

    /** The failed requests, the last first. */
    public synchronized List<NotedRequest> failed() {
        return new ArrayList<>(failed).reversed();
    }
}
