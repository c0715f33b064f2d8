package io.sluice.testkit;

import io.sluice.chain.ChainDriver;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Stands for the event loop of a run: what is handed over runs on the test's thread. */
final class EventLoopQueue implements ChainDriver.Loop {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final TestContext context;
    private final TestExchange exchange;
    private final Duration patience;

    EventLoopQueue(TestContext context, TestExchange exchange) {
        this(context, exchange, PATIENCE);
    }

    EventLoopQueue(TestContext context, TestExchange exchange, Duration patience) {
        this.context = context;
        this.exchange = exchange;
        this.patience = patience;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Runs blocking tasks and what comes back of them until the condition holds, which it must. */
    @Override
    public boolean runUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            exchange.runOffLoop(context::runTasks);
            next().run();
        }
        return true;
    }

    // A filter that brings threads of its own is waited for.
    private Runnable next() {
        try {
            Runnable task = tasks.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (task == null) {
                throw new AssertionError("a plan stays Later: nothing is left to run, and its stage does not complete");
            }
            return task;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a plan is Later", e);
        }
    }
}
