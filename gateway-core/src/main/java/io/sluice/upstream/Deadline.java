package io.sluice.upstream;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One deadline that moves often: moving it later only writes a field, the task that is already scheduled looks again when it
 * runs. So a request costs no scheduling. To be used on its event loop only.
 */
public final class Deadline {
    private static final long NONE = Long.MAX_VALUE;

    private final EventLoop loop;
    private final Runnable onExpiry;
    private long at = NONE;
    private long scheduledAt = NONE;
    private @Nullable ScheduledFuture<?> scheduled;

    public Deadline(EventLoop loop, Runnable onExpiry) {
        this.loop = loop;
        this.onExpiry = onExpiry;
    }

    /** Sets the deadline to a time of {@link System#nanoTime}, in place of the one before. */
    public void set(long nanoTime) {
        at = nanoTime;
        if (scheduled == null) {
            schedule(nanoTime);
        } else if (nanoTime - scheduledAt < 0) {
            scheduled.cancel(false);
            schedule(nanoTime);
        }
    }

    /** Removes the deadline until one is set again. */
    public void clear() {
        at = NONE;
    }

    /** As {@link #clear}, and forgets the event loop. */
    public void close() {
        at = NONE;
        if (scheduled != null) {
            scheduled.cancel(false);
            scheduled = null;
        }
    }

    private void schedule(long nanoTime) {
        scheduledAt = nanoTime;
        scheduled = loop.schedule(this::check, Math.max(0, nanoTime - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void check() {
        scheduled = null;
        if (at == NONE) {
            return;
        }
        if (at - System.nanoTime() > 0) {
            schedule(at);
        } else {
            at = NONE;
            onExpiry.run();
        }
    }
}
