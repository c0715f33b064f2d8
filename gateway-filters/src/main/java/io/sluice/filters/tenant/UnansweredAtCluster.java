package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.filters.tenant.move.ChangeMark;
import io.sluice.filters.tenant.move.ClusterTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes without an answer that were sent to one cluster. Each is over once {@link ChangeMark#QUIET} looks at the cluster's tasks in a row find none of
 * it: a server may take some seconds, for instance to find out who asks, before a request is a task. Thread-safe.
 */
final class UnansweredAtCluster {

    private static final Logger LOG = LoggerFactory.getLogger(UnansweredAtCluster.class);
    /** Of more, the names of documents are not kept. */
    private static final int MOST_ALONE = 1_000;
    /** Of more, not even their marks are kept. */
    private static final int MOST_MARKS = 100_000;

    private final ClusterReader cluster;
    private final FilterContext context;
    private final ChangeMark.Source source;
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
        private final ChangeMark mark;
        private final Change change;
        private int quiet;

        Alone(ChangeMark mark, Change change) {
            this.mark = mark;
            this.change = change;
        }

        boolean isOver(ClusterTasks tasks) {
            quiet = tasks.marks().contains(mark.text()) ? 0 : quiet + 1;
            return quiet >= ChangeMark.QUIET;
        }
    }

    /** More changes of one tenant, sent by one placement: they are over when all of them are. */
    private static final class Crowd {
        /** Its decision stands for those of all. */
        private final Change first;

        private final String tenant;
        private final Map<String, ChangeMark> marks = new HashMap<>();
        private @Nullable Runnable doubt;
        private boolean countless;
        private int quiet;

        /** @param version of the placement */
        record Key(String tenant, long version) {}

        Crowd(String tenant, Change first) {
            this.tenant = tenant;
            this.first = first;
        }

        /** Returns whether the mark is one more. */
        boolean add(ChangeMark mark) {
            quiet = 0;
            countless |= marks.size() == MOST_MARKS;
            return !countless && marks.put(mark.text(), mark) == null;
        }

        void leave(Change change) {
            doubt = doubt == null ? change.unsure() : doubt;
            change.endUntold();
        }

        boolean isOver(ClusterTasks tasks) {
            quiet = tasks.marks().stream().anyMatch(this::has) ? 0 : quiet + 1;
            return quiet >= ChangeMark.QUIET;
        }

        Change all() {
            return doubt == null ? first : new Change(first.decision(), null, doubt, first.copying());
        }

        private boolean has(String mark) {
            return marks.containsKey(mark) || countless && mark.startsWith(tenant + "/");
        }
    }

    UnansweredAtCluster(ClusterReader cluster, FilterContext context, ChangeMark.Source source) {
        this.cluster = cluster;
        this.context = context;
        this.source = source;
    }

    /** Has a change end once the cluster is through with it. */
    synchronized void await(String tenant, ChangeMark mark, Change change) {
        if (alone.size() < MOST_ALONE && change.keep()) {
            alone.add(new Alone(mark, change));
            source.await(mark);
        } else {
            crowd(tenant, mark, change);
        }
        if (!looking) {
            context.every(ChangeMark.LOOK, this::look);
            looking = true;
        }
    }

    private void crowd(String tenant, ChangeMark mark, Change change) {
        Crowd.Key key = new Crowd.Key(tenant, change.decision().placement().version());
        Crowd crowd = crowds.get(key);
        if (crowd == null) {
            crowd = new Crowd(tenant, change.leftToComparison());
            crowds.put(key, crowd);
        } else {
            crowd.leave(change.leftToComparison());
        }
        if (crowd.add(mark)) {
            source.await(mark);
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
        alone.removeIf(each -> {
            boolean isOver = each.isOver(tasks);
            if (isOver) {
                source.over(each.mark);
                over.add(each.change);
            }
            return isOver;
        });
        crowds.values().removeIf(crowd -> {
            boolean isOver = crowd.isOver(tasks);
            if (isOver) {
                crowd.marks.values().forEach(source::over);
                over.add(crowd.all());
            }
            return isOver;
        });
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
