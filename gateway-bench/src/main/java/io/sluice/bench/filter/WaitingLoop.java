package io.sluice.bench.filter;

import io.sluice.chain.ChainDriver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Stands for the event loop: runs on the driving thread what other threads hand back to the exchange. */
final class WaitingLoop implements ChainDriver.Loop {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final long patienceNanos;

    /** @param patienceNanos how long a plan may stay Later */
    WaitingLoop(long patienceNanos) {
        this.patienceNanos = patienceNanos;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public boolean runUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            try {
                Runnable task = tasks.poll(patienceNanos, TimeUnit.NANOSECONDS);
                if (task == null) {
                    return false;
                }
                task.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /** Forgets what came too late for the run before. */
    void clear() {
        tasks.clear();
    }
}
