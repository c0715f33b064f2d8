package io.sluice.plugins.ratelimit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer that does things when it is told to. For one thread. */
final class LateTimer extends ScheduledThreadPoolExecutor {

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    /** What is to be done within a second. */
    private final Deque<Runnable> soon = new ArrayDeque<>();

    LateTimer() {
        super(1);
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        if (unit.toNanos(delay) <= TimeUnit.SECONDS.toNanos(1)) {
            soon.add(task);
        }
        return super.schedule(() -> {}, 0, unit);
    }

    boolean hasTasks() {
        return !tasks.isEmpty();
    }

    /** Does one thing, if there is one. */
    void runTask() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }

    /** Has the timer and Redis do one thing each until neither has any left. */
    void settle(LateBucket redis) {
        while (hasTasks() || redis.isAsked()) {
            runTask();
            redis.answer();
        }
    }

    void passASecond(LateBucket redis) {
        tasks.addAll(soon);
        soon.clear();
        settle(redis);
    }
}
