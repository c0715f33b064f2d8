package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes without an answer that were sent to one cluster. Each is over once {@link #QUIET} looks at the cluster's tasks in a row find none of
 * it: a server may take some seconds, for instance to find out who asks, before a request is a task. Thread-safe.
 */
final class UnansweredAtCluster {

    private static final Logger LOG = LoggerFactory.getLogger(UnansweredAtCluster.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int QUIET = 10;
    /** Of more, the names of documents are not kept. */
    private static final int MOST_ALONE = 1_000;
    /** Of more, not even their marks are kept. */
    private static final int MOST_MARKS = 100_000;

    private final ClusterReader cluster;
    private final FilterContext context;
    /** Guarded by this. */
    private final List<Alone> alone = new ArrayList<>();
    /** Guarded by this. */
    private final Map<Crowd.Key, Crowd> crowds = new HashMap<>();
    /** Guarded by this. */
    private boolean looking;
    /** Whether the last look failed. One look at a time uses it. */
    private boolean failing;

    /** One change. */
    private static final class Alone {
        private final String mark;
        private final Change change;
        private int quiet;

        Alone(String mark, Change change) {
            this.mark = mark;
            this.change = change;
        }

        boolean isOver(ClusterTasks tasks) {
            quiet = tasks.marks().contains(mark) ? 0 : quiet + 1;
            return quiet >= QUIET;
        }
    }

    /** More changes of one tenant, sent by one placement: they are over when all of them are. */
    private static final class Crowd {
        /** Its decision stands for those of all. */
        private final Change first;

        private final String tenant;
        private final Set<String> marks = new HashSet<>();
        private @Nullable Runnable doubt;
        private boolean countless;
        private int quiet;

        /** @param version of the placement */
        record Key(String tenant, long version) {}

        Crowd(String tenant, Change first, String mark) {
            this.tenant = tenant;
            this.first = first;
            marks.add(mark);
        }

        void add(Change change, String mark) {
            doubt = doubt == null ? change.doubt() : doubt;
            change.forget();
            quiet = 0;
            countless |= marks.size() == MOST_MARKS;
            if (!countless) {
                marks.add(mark);
            }
        }

        boolean isOver(ClusterTasks tasks) {
            quiet = tasks.marks().stream().anyMatch(this::has) ? 0 : quiet + 1;
            return quiet >= QUIET;
        }

        Change all() {
            return new Change(first.decision(), first.write(), doubt == null ? first.unsure() : doubt);
        }

        private boolean has(String mark) {
            return marks.contains(mark) || countless && mark.startsWith(tenant + "/");
        }
    }

    UnansweredAtCluster(ClusterReader cluster, FilterContext context) {
        this.cluster = cluster;
        this.context = context;
    }

    /** Has a change end once the cluster is through with it. */
    synchronized void await(String tenant, ChangeMark mark, Change change) {
        if (alone.size() < MOST_ALONE) {
            alone.add(new Alone(mark.text(), change));
        } else {
            crowd(tenant, mark.text(), change);
        }
        if (!looking) {
            looking = true;
            context.every(EVERY, this::look);
        }
    }

    private void crowd(String tenant, String mark, Change change) {
        Crowd.Key key = new Crowd.Key(tenant, change.decision().placement().version());
        Crowd crowd = crowds.get(key);
        if (crowd == null) {
            crowds.put(key, new Crowd(tenant, change, mark));
        } else {
            crowd.add(change, mark);
        }
    }

    private void look() {
        if (isIdle()) {
            return;
        }
        ClusterTasks tasks = tasks();
        if (tasks != null) {
            over(tasks).forEach(this::end);
        }
    }

    private synchronized boolean isIdle() {
        return alone.isEmpty() && crowds.isEmpty();
    }

    /** Takes out what is over. */
    private synchronized List<Change> over(ClusterTasks tasks) {
        List<Change> over = new ArrayList<>();
        alone.removeIf(each -> each.isOver(tasks) && over.add(each.change));
        crowds.values().removeIf(crowd -> crowd.isOver(tasks) && over.add(crowd.all()));
        return over;
    }

    private void end(Change change) {
        try {
            change.over(true);
        } catch (RuntimeException | Error e) {
            // The others have to end, too.
            LOG.atError()
                    .setCause(e)
                    .log("what a request without an answer wrote was not copied; the next comparison does it");
        }
    }

    /** Null if not all tasks are known. */
    private @Nullable ClusterTasks tasks() {
        try {
            ClusterTasks tasks = ClusterTasks.read(cluster);
            failing = false;
            return tasks;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            if (!failing) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("problem", e.toString())
                        .log(
                                "requests that change something had no answer, and whether the cluster is through with them is not"
                                        + " known; until it is, their tenants are not closed, and do not change their places");
            }
            failing = true;
            return null;
        }
    }
}
