package io.sluice.regroup;

import io.sluice.upstream.Deadline;
import io.sluice.upstream.GuardedLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Sees whether a client sends fast enough while it holds slots at nodes: over each ten seconds in which it was awaited at all, a
 * number of bytes. On the bulk's event loop.
 */
final class PaceCheck implements AutoCloseable {
    private static final Duration SPAN = Duration.ofSeconds(10);

    private final Deadline spanEnds;
    private final long bytesPerSpan;
    private final BooleanSupplier awaited;
    private final Runnable onTooSlow;
    private long bytes;
    /** Whether the client was not awaited at some time of the span. */
    private boolean excused;

    /**
     * @param bytesPerSecond 0 lets the client take its time
     * @param awaited whether more is read of the client now
     */
    PaceCheck(GuardedLoop loop, long bytesPerSecond, BooleanSupplier awaited, Runnable onTooSlow) {
        this.spanEnds = loop.deadline(this::onSpan);
        this.bytesPerSpan = bytesPerSecond * SPAN.toSeconds();
        this.awaited = awaited;
        this.onTooSlow = onTooSlow;
    }

    void start() {
        spanEnds.set(System.nanoTime() + SPAN.toNanos());
    }

    /** The client sent something; {@code goesOn} is false where no more is read for now. */
    void received(int more, boolean goesOn) {
        bytes += more;
        excused |= !goesOn;
    }

    private void onSpan() {
        if (!excused && awaited.getAsBoolean() && bytes < bytesPerSpan) {
            onTooSlow.run();
        } else {
            bytes = 0;
            excused = false;
            start();
        }
    }

    @Override
    public void close() {
        spanEnds.close();
    }
}
