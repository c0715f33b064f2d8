package io.sluice.testkit;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.ListenerInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A filter context under a test's control: time moves and blocking tasks run only when the test says so, on the test's thread.
 * Tasks may be handed over from any thread.
 */
public final class TestContext implements FilterContext {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SettableClock clock = new SettableClock(START);
    private final TestMeters meters = new TestMeters();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Periodic> periodic = new CopyOnWriteArrayList<>();
    private final Path configDirectory;
    private List<ClusterReader> reached = List.of();
    /** Null: those that are reached. */
    private @Nullable List<ClusterReader> asked;

    private @Nullable String queue;
    private @Nullable String standby;
    private List<ListenerInfo> listeners = List.of(new ListenerInfo("http", true));
    private Duration filterTimeout = Duration.ofSeconds(10);
    private volatile boolean refusing;
    private volatile boolean exhausted;

    /** A task that runs again and again, due at a time. */
    private static final class Periodic implements AutoCloseable {
        private final Duration period;
        private final Runnable task;
        private final List<Periodic> all;
        private Instant due;

        private Periodic(Duration period, Runnable task, List<Periodic> all, Instant due) {
            this.period = period;
            this.task = task;
            this.all = all;
            this.due = due;
        }

        @Override
        public void close() {
            all.remove(this);
        }
    }

    /** A context whose configuration file lies in the working directory. */
    public TestContext() {
        this(Path.of("").toAbsolutePath());
    }

    /**
     * A context.
     *
     * @param configDirectory what a filter's relative paths start from
     */
    public TestContext(Path configDirectory) {
        this.configDirectory = configDirectory;
    }

    @Override
    public String name() {
        return "flows.test.filters[0]";
    }

    /** Keeps tasks until {@link #runTasks}. */
    @Override
    public Executor blockingExecutor() {
        return this::enqueue;
    }

    private void enqueue(Runnable task) {
        if (refusing) {
            throw new RejectedExecutionException("the test has the executor refuse tasks");
        }
        if (exhausted) {
            throw new OutOfMemoryError("the test has no memory for another thread");
        }
        synchronized (tasks) {
            tasks.add(task);
        }
    }

    /** Runs the task whenever {@link #advance} has moved the clock by its period. */
    @Override
    public AutoCloseable every(Duration period, Runnable task) {
        if (!period.isPositive()) {
            throw new AssertionError("a period must be longer than 0, is " + period);
        }
        Periodic added = new Periodic(period, task, periodic, clock.instant().plus(period));
        periodic.add(added);
        return added;
    }

    /** 10 seconds, as by default, unless the test has said another time. */
    @Override
    public Duration filterTimeout() {
        return filterTimeout;
    }

    /** Has plans stay Later for so long at most; to be called before the filter is made. */
    public TestContext filterTimeout(Duration given) {
        filterTimeout = given;
        return this;
    }

    @Override
    public SettableClock clock() {
        return clock;
    }

    @Override
    public InstantSource steadyClock() {
        return clock.steady();
    }

    @Override
    public TestMeters meters() {
        return meters;
    }

    @Override
    public Set<String> clusters() {
        return Set.of("primary", "secondary");
    }

    /** {@code primary}. */
    @Override
    public String cluster() {
        return "primary";
    }

    /** None, unless the test has named one. */
    @Override
    public @Nullable String queue() {
        return queue;
    }

    /** Has the filter's flow keep writes in a queue; to be called before the filter is made. */
    public TestContext before(String name) {
        queue = name;
        return this;
    }

    /** None, unless the test has named one. */
    @Override
    public @Nullable String standby() {
        return standby;
    }

    /** Has the filter's flow read from this cluster, one of those it reaches, while its own is away; to be called before the filter is made. */
    public TestContext withStandby(String name) {
        standby = name;
        return this;
    }

    /** None, as where nothing is ever sent, unless the test has said others. */
    @Override
    public List<ClusterReader> reached() {
        return reached;
    }

    /** Has the filter's flow reach these clusters; to be called before the filter is made. */
    public TestContext reaching(ClusterReader... clusters) {
        reached = List.of(clusters);
        return this;
    }

    /** As {@link #reached}, unless the test has said others. */
    @Override
    public List<ClusterReader> asked() {
        return asked == null ? reached : asked;
    }

    /** Has the filter's configuration name these clusters to ask them only; to be called before the filter is made. */
    public TestContext asking(ClusterReader... clusters) {
        asked = List.of(clusters);
        return this;
    }

    /** One that only this machine can reach, unless the test has said others. */
    @Override
    public List<ListenerInfo> listeners() {
        return listeners;
    }

    /** Has these listeners lead to the filter's flow; to be called before the filter is made. */
    public TestContext behind(ListenerInfo... given) {
        listeners = List.of(given);
        return this;
    }

    @Override
    public Path configDirectory() {
        return configDirectory;
    }

    /** Has the blocking executor refuse tasks from now on, as one does whose queue is full; or take them again. */
    public void refuseTasks(boolean refuse) {
        refusing = refuse;
    }

    /** Has the blocking executor find no memory for another thread from now on, or find some again. */
    public void exhaustThreads(boolean exhaust) {
        exhausted = exhaust;
    }

    /** Runs the tasks that were handed to the blocking executor, also those that they hand over; returns how many ran. */
    public int runTasks() {
        int ran = 0;
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
            ran++;
        }
        return ran;
    }

    private @Nullable Runnable next() {
        synchronized (tasks) {
            return tasks.poll();
        }
    }

    /** How many tasks wait to be run. */
    public int waitingTasks() {
        synchronized (tasks) {
            return tasks.size();
        }
    }

    /** How many periodic tasks have not been closed. */
    public int periodicTasks() {
        return periodic.size();
    }

    /** Moves the clock on and runs each periodic task that has become due, once. */
    public void advance(Duration duration) {
        clock.advance(duration);
        for (Periodic each : periodic) {
            if (!clock.instant().isBefore(each.due)) {
                each.due = clock.instant().plus(each.period);
                each.task.run();
            }
        }
    }
}
