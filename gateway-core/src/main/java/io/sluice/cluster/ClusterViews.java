package io.sluice.cluster;

import io.sluice.config.HostPort;
import io.sluice.failure.RepeatedTask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the view of a cluster fresh, on a thread of its own: periodically, and soon after a request for it. What was read last
 * stays when reading fails. Thread-safe.
 */
public final class ClusterViews implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterViews.class);
    /** The pause between two looks, so that missing names, or a cluster in trouble, are not asked for all the time. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    /** The same pause while a bulk waits. */
    private static final long SHORT_PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    /** Names of bulks that arrive together are looked up together. */
    private static final long GATHER_NANOS = Duration.ofMillis(20).toNanos();
    /** The number of bulks that may wait for names. */
    private static final int MAX_QUESTIONS = 1_000;

    private static final long NO_LOOK = 0;
    private static final double NANOS_PER_SECOND = 1e9;

    private final String cluster;
    private final Duration period;
    private final ControlClient client;
    private final ViewReader reader;
    private final ScheduledExecutorService thread;
    private final WantedNames names = new WantedNames();
    private final ConcurrentLinkedQueue<Question> questions = new ConcurrentLinkedQueue<>();
    private final AtomicInteger asking = new AtomicInteger();
    /** When the next look outside the period is due; {@link #NO_LOOK} if none is. */
    private final AtomicLong nextLook = new AtomicLong(NO_LOOK);
    /** Whether the next look is to read all names again. */
    private final AtomicBoolean stale = new AtomicBoolean();

    private final AtomicLong refreshes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile ClusterView current = ClusterView.empty();
    private volatile long lookedNanos = System.nanoTime() - PAUSE_NANOS;
    private volatile long refreshedNanos = System.nanoTime();
    private volatile @Nullable String lastProblem;

    private volatile boolean refused;

    /** A waiter for the time when none of its names remains to be read. */
    private record Question(List<String> names, Executor executor, Runnable then) {

        private void answer() {
            try {
                executor.execute(then);
            } catch (RejectedExecutionException e) {
                LOG.atDebug().log("nobody waits for names any more");
            }
        }
    }

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
        new RepeatedTask("view of " + cluster, this::lookAtAll).start(thread, 0, period.toMillis());
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
        if (names.want(name)) {
            lookSoon(PAUSE_NANOS);
        }
    }

    /**
     * Reads names that a view does not have, which bulks may share, unless they were read lately and are nowhere. Never blocks.
     *
     * @param seen the view
     * @param executor where {@code then} is called, never during this call
     * @param then called once when the names were read, or could not be
     * @return false if nothing would be learnt, and {@code then} is not called
     */
    public boolean ask(Collection<String> unknown, ClusterView seen, Executor executor, Runnable then) {
        ClusterView now = current;
        List<String> toRead = names.worthWaitingFor(unknown);
        Question question = new Question(toRead, executor, then);
        if (!toRead.isEmpty()) {
            if (asking.incrementAndGet() > MAX_QUESTIONS) {
                asking.decrementAndGet();
                return false;
            }
            questions.add(question);
            lookSoon(SHORT_PAUSE_NANOS);
            return true;
        }
        boolean learnt = !now.equals(seen) && unknown.stream().anyMatch(name -> now.target(name) != null);
        if (learnt) {
            question.answer();
        }
        return learnt;
    }

    /** An answer or a change of nodes shows that the view is stale: reads all of it again soon. Never blocks. */
    public void refreshSoon() {
        stale.set(true);
        lookSoon(PAUSE_NANOS);
    }

    private void lookSoon(long pauseNanos) {
        long now = System.nanoTime();
        long at = Math.max(GATHER_NANOS, pauseNanos - (now - lookedNanos)) + now;
        long planned = nextLook.getAndUpdate(before -> before == NO_LOOK || at - before < 0 ? at : before);
        if (planned == NO_LOOK || at - planned < 0) {
            try {
                thread.schedule(this::look, at - now, TimeUnit.NANOSECONDS);
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
        nextLook.set(NO_LOOK);
        boolean all = stale.getAndSet(false);
        List<String> fresh = names.waiting();
        if (!all && fresh.isEmpty()) {
            answer(false);
            return;
        }
        List<String> toRead = new ArrayList<>(fresh);
        if (all) {
            toRead.addAll(names.used());
        }
        try {
            ClusterView read = reader.read(toRead);
            current = all ? read : current.with(toRead, read);
            names.read(fresh, current);
            succeeded(all);
            answer(false);
        } catch (IOException | RuntimeException | Error e) {
            failed(e, all);
            answer(true);
        } finally {
            lookedNanos = System.nanoTime();
        }
    }

    /** @param failed whether waiting must end, since nothing could be read */
    private void answer(boolean failed) {
        for (Iterator<Question> each = questions.iterator(); each.hasNext(); ) {
            Question question = each.next();
            if (failed || names.areRead(question.names())) {
                each.remove();
                asking.decrementAndGet();
                question.answer();
            }
        }
    }

    private void succeeded(boolean all) {
        if (lastProblem != null) {
            LOG.atInfo().addKeyValue("cluster", cluster).log("the cluster's view is fresh again");
        }
        lastProblem = null;
        refused = false;
        if (all) {
            refreshedNanos = System.nanoTime();
        }
        refreshes.incrementAndGet();
    }

    private void failed(Throwable e, boolean all) {
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
        refused = e instanceof UnexpectedStatusException answered && answered.status() / 100 == 4;
        failures.incrementAndGet();
    }

    /** Why the last look failed; null if it did not. */
    public @Nullable String lastProblem() {
        return lastProblem;
    }

    /** Whether the cluster answered the last look with a status from 400 to 499: it will not tell what it is asked. */
    public boolean isRefused() {
        return refused;
    }

    /** The time since all of the view was last read, or since there are views; in seconds. */
    public double ageSeconds() {
        return (System.nanoTime() - refreshedNanos) / NANOS_PER_SECOND;
    }

    /** The time from one look at all of the view to the next, in seconds. */
    public double intervalSeconds() {
        return period.toNanos() / NANOS_PER_SECOND;
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
