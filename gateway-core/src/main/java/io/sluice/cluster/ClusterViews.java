package io.sluice.cluster;

import io.sluice.config.HostPort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the view of a cluster fresh, on a thread of its own: on a period, and soon after somebody asks for it. What was read last
 * stays when reading fails. Thread-safe.
 */
public final class ClusterViews implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterViews.class);
    /** Names come from clients: so many are kept fresh, and so many more may wait to be looked up. */
    private static final int MAX_NAMES = 10_000;

    private static final int MAX_WAITING = 1_000;
    private static final long FORGET_NANOS = Duration.ofMinutes(15).toNanos();
    /** Between two looks, so that names which are nowhere, or a cluster in trouble, are not asked for all the time. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    /** Names of bulks that arrive together are looked up together. */
    private static final long GATHER_NANOS = Duration.ofMillis(20).toNanos();

    private static final double NANOS_PER_SECOND = 1e9;

    private final String cluster;
    private final Duration period;
    private final ControlClient client;
    private final ViewReader reader;
    private final ScheduledExecutorService thread;
    /** Names of the view, and when a bulk last used each. */
    private final ConcurrentHashMap<String, Long> used = new ConcurrentHashMap<>();
    /** Names that bulks used and that are not in the view. */
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    /** True iff a look beside the period is about to happen. */
    private final AtomicBoolean scheduled = new AtomicBoolean();
    /** True iff the next look is to read all names again. */
    private final AtomicBoolean stale = new AtomicBoolean();

    private final AtomicLong refreshes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile ClusterView current = ClusterView.empty();
    private volatile long lookedNanos = System.nanoTime() - PAUSE_NANOS;
    private volatile long refreshedNanos = System.nanoTime();
    private volatile @Nullable String lastProblem;

    /**
     * Makes views that know nothing; {@link #start} begins to look.
     *
     * @param reached the addresses that the gateway sends requests to now; asked on the views' thread
     */
    public ClusterViews(ControlPlane plane, Supplier<Set<HostPort>> reached) {
        this.cluster = plane.cluster();
        this.period = plane.config().discovery().every();
        this.client = plane.open();
        this.reader = new ViewReader(plane, client, reached);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "sluice-view-" + cluster);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Looks at once, and then with the configured time of discovery between two looks. */
    public void start() {
        thread.scheduleWithFixedDelay(this::lookAtAll, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The newest view; a bulk takes it once and keeps it. */
    public ClusterView current() {
        return current;
    }

    /**
     * The shards of one bulk, in the newest view.
     *
     * @param targets chooses the shards of documents without id and routing; null leaves them to the server
     */
    public BulkView open(@Nullable ShardTargets targets) {
        return new BulkView(current, this::want, targets);
    }

    /**
     * A bulk uses this index, alias or data stream: keeps it in the view, and reads it soon if it is not there. Any text may be
     * passed; never blocks.
     */
    public void want(String name) {
        if (used.computeIfPresent(name, (key, before) -> System.nanoTime()) != null) {
            return;
        }
        boolean room = waiting.size() < MAX_WAITING && used.size() < MAX_NAMES;
        if (waiting.contains(name) || room && IndexNames.possible(name) && waiting.add(name)) {
            lookSoon();
        }
    }

    /** An answer or a change of nodes shows that the view is stale: reads all of it again soon. Never blocks. */
    public void refreshSoon() {
        stale.set(true);
        lookSoon();
    }

    private void lookSoon() {
        if (scheduled.compareAndSet(false, true)) {
            long sinceLook = System.nanoTime() - lookedNanos;
            try {
                thread.schedule(this::look, Math.max(GATHER_NANOS, PAUSE_NANOS - sinceLook), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                LOG.atDebug().addKeyValue("cluster", cluster).log("no look at a cluster that is being closed");
            }
        }
    }

    private void lookAtAll() {
        stale.set(true);
        look();
    }

    private void look() {
        scheduled.set(false);
        boolean all = stale.getAndSet(false);
        List<String> fresh = List.copyOf(waiting);
        List<String> names = new ArrayList<>(fresh);
        if (all) {
            long now = System.nanoTime();
            used.values().removeIf(last -> now - last > FORGET_NANOS);
            names.addAll(used.keySet());
        }
        try {
            ClusterView read = reader.read(names);
            current = all ? read : current.with(names, read);
            takeOver(fresh);
            succeeded(all);
        } catch (IOException | RuntimeException e) {
            failed(e, all);
        } finally {
            lookedNanos = System.nanoTime();
        }
    }

    private void takeOver(List<String> fresh) {
        long now = System.nanoTime();
        ClusterView view = current;
        for (String name : fresh) {
            if (view.target(name) != null) {
                used.put(name, now);
            }
            waiting.remove(name);
        }
        used.keySet().removeIf(name -> view.target(name) == null);
    }

    private void succeeded(boolean all) {
        if (lastProblem != null) {
            LOG.atInfo().addKeyValue("cluster", cluster).log("the cluster's view is fresh again");
        }
        lastProblem = null;
        if (all) {
            refreshedNanos = System.nanoTime();
        }
        refreshes.incrementAndGet();
    }

    private void failed(Exception e, boolean all) {
        if (thread.isShutdown()) {
            return;
        }
        if (all) {
            stale.set(true);
        }
        if (lastProblem == null) {
            LOG.atWarn()
                    .addKeyValue("cluster", cluster)
                    .addKeyValue("problem", e.getMessage())
                    .log("the cluster's view could not be refreshed, the last one is kept");
        }
        lastProblem = String.valueOf(e.getMessage());
        failures.incrementAndGet();
    }

    /** Why the last look failed; null if it did not. */
    public @Nullable String lastProblem() {
        return lastProblem;
    }

    /** The time since all of the view was last read, or since there are views; in seconds. */
    public double ageSeconds() {
        return (System.nanoTime() - refreshedNanos) / NANOS_PER_SECOND;
    }

    /** How many looks succeeded. */
    public long refreshes() {
        return refreshes.get();
    }

    /** How many looks failed. */
    public long failures() {
        return failures.get();
    }

    /** How many names of indices, aliases and data streams the view has. */
    public int names() {
        return current.size();
    }

    @Override
    public void close() {
        thread.shutdownNow();
        client.close();
    }
}
