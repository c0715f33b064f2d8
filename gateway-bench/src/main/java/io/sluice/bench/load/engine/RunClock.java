package io.sluice.bench.load.engine;

import io.sluice.bench.load.result.Outcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The run's time, what of it is measured, and the totals that are shown while it runs. It begins when the first loop does: where
 * a machine starts threads late, what is measured is no shorter. Safe for all threads.
 */
final class RunClock {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final long measuredFrom;
    private volatile long started;
    /** May come early, once there were enough requests. */
    private volatile long measuredUntil;

    private final AtomicLong left;
    private final CountDownLatch enough = new CountDownLatch(1);
    private final LongAdder requests = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder documents = new LongAdder();

    RunClock(LoadOptions options) {
        measuredFrom = options.warmup().toNanos();
        measuredUntil = measuredFrom + options.duration().toNanos();
        left = new AtomicLong(options.count() == 0 ? Long.MAX_VALUE : options.count());
    }

    /** Begins the time; nothing happens if another loop has. To be called before a loop asks for anything else. */
    synchronized void begin() {
        if (begun.getCount() > 0) {
            started = System.nanoTime();
            begun.countDown();
        }
    }

    /** Nanoseconds since the beginning. */
    long now() {
        return System.nanoTime() - started;
    }

    /** Whether a request that was due then is measured. */
    boolean measures(long due) {
        return due >= measuredFrom && due < measuredUntil;
    }

    /** The second of the measured time. */
    int second(long now) {
        return (int) TimeUnit.NANOSECONDS.toSeconds(now - measuredFrom);
    }

    /** Whether there were as many requests as were asked for; what is sent from then on is not measured. */
    boolean hasEnough() {
        return enough.getCount() == 0;
    }

    void counted(Outcome outcome) {
        requests.increment();
        documents.add(outcome.items().succeeded());
        if (outcome.kind() != Outcome.Kind.SUCCESS) {
            failures.increment();
        }
        if (left.decrementAndGet() == 0) {
            measuredUntil = Math.min(measuredUntil, now());
            enough.countDown();
        }
    }

    /** Waits for the end of the run or at most {@code nanos}; true at the end. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        long rest = Math.min(nanos, measuredUntil - now());
        return rest <= 0 || enough.await(rest, TimeUnit.NANOSECONDS) || now() >= measuredUntil;
    }

    /** Waits until the time has begun and what is sent is measured. */
    void awaitWarm() throws InterruptedException {
        begun.await();
        boolean over = enough.await(measuredFrom - now(), TimeUnit.NANOSECONDS);
        if (over) {
            throw new IllegalStateException("the run ended while it was warming up");
        }
    }

    /** Seconds measured so far. */
    double measuredSeconds() {
        return Math.max(0, Math.min(now(), measuredUntil) - measuredFrom) / 1e9;
    }

    long requests() {
        return requests.sum();
    }

    long failures() {
        return failures.sum();
    }

    long documents() {
        return documents.sum();
    }
}
