package io.sluice.upstream;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** An event loop as one piece of work uses it: what a task or a deadline throws ends that work. Tasks may come from any thread. */
public final class GuardedLoop implements Executor, Guarded {
    private final EventLoop loop;
    private final Guarded work;

    public GuardedLoop(EventLoop loop, Guarded work) {
        this.loop = loop;
        this.work = work;
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(() -> run(task));
    }

    /** Runs a task after a number of nanoseconds, unless the future is cancelled first. */
    public Future<?> schedule(Runnable task, long nanos) {
        return loop.schedule(() -> run(task), nanos, TimeUnit.NANOSECONDS);
    }

    /** A deadline that is not set yet. */
    public Deadline deadline(Runnable onExpiry) {
        return new Deadline(loop, () -> run(onExpiry));
    }

    private void run(Runnable task) {
        Guarded.enter(work, task, (any, it) -> it.run());
    }

    @Override
    public void onThrown(Throwable thrown) {
        work.onThrown(thrown);
    }
}
