package io.sluice.regroup;

import io.sluice.upstream.Deadline;
import io.sluice.upstream.GuardedLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Sees whether a client sends fast enough while it holds slots at nodes: over each span of time in which it was awaited at all, a
 * number of bytes. On the bulk's event loop.
 */
final class PaceCheck implements AutoCloseable {
    private final Deadline spanEnds;
    private final Duration span;
    private final long bytesPerSpan;
    private final BooleanSupplier awaited;
    private final BooleanSupplier onTooSlow;
    private long bytes;
    /** Whether the client was not awaited at some time of the span. */
    private boolean excused;

    /**
     * @param bytesPerSecond 0 lets the client take its time
     * @param awaited whether more is read of the client now
     * @param onTooSlow says whether the check goes on
     */
    PaceCheck(
            GuardedLoop loop, Duration span, long bytesPerSecond, BooleanSupplier awaited, BooleanSupplier onTooSlow) {
        this.spanEnds = loop.deadline(this::onSpan);
        this.span = span;
        this.bytesPerSpan = bytesPerSecond * span.toMillis() / 1_000;
        this.awaited = awaited;
        this.onTooSlow = onTooSlow;
    }

    void start() {
        bytes = 0;
        excused = false;
        spanEnds.set(System.nanoTime() + span.toNanos());
    }

    /** The client sent something; {@code goesOn} is false where no more is read for now. */
    void received(int more, boolean goesOn) {
        bytes += more;
        excused |= !goesOn;
    }

    private void onSpan() {
        boolean tooSlow = !excused && awaited.getAsBoolean() && bytes < bytesPerSpan;
        if (!tooSlow || onTooSlow.getAsBoolean()) {
            start();
        }
    }

    @Override
    public void close() {
        spanEnds.close();
    }
}
