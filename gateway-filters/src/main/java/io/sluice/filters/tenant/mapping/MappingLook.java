package io.sluice.filters.tenant.mapping;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last check of one layout's indices in one cluster. Any thread may read the verdict; one thread checks. Problems
 * are logged when they change, not at each check.
 */
final class MappingLook {

    private static final Logger LOG = LoggerFactory.getLogger(MappingLook.class);
    private static final int MAX_NAMED = 10;
    /** Indices that were fit count as fit for so long once they should have been looked at again. */
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

    private final SharedIndices indices;
    private final ClusterReader cluster;
    private final FilterMeters.Counter failures;
    private volatile Verdict verdict = Verdict.UNREAD;
    private volatile int unfit;
    private SortedMap<String, String> problems = new TreeMap<>();
    private @Nullable Instant due;
    /** When the verdict holds no longer that indices are fit, if the cluster is available then. */
    private Instant until = Instant.MIN;

    /** Whether the last check failed. */
    private boolean failing;

    /** Whether tenants may use the indices. */
    enum Verdict {
        /** Nothing is known yet. */
        UNREAD,
        FIT,
        UNFIT
    }

    MappingLook(SharedIndices indices, ClusterReader cluster, FilterMeters.Counter failures) {
        this.indices = indices;
        this.cluster = cluster;
        this.failures = failures;
    }

    Verdict verdict() {
        return verdict;
    }

    /** Number of unfit indices. */
    int unfit() {
        return unfit;
    }

    /** Checks, if that is due. Blocks. */
    void lookIfDue(Instant now) {
        boolean old = verdict == Verdict.FIT && !now.isBefore(until) && cluster.isAvailable();
        if (old || due == null || !now.isBefore(due)) {
            look(now);
            if (old && failing) {
                verdict = Verdict.UNREAD;
            }
            due = verdict == Verdict.UNREAD ? null : now.plus(cluster.every());
        }
    }

    // The last verdict stays for a while if a cluster cannot be read.
    private void look(Instant now) {
        try {
            seen(indices.problems(cluster));
            until = now.plus(cluster.every()).plus(LONGEST_DELAY);
        } catch (IOException | RuntimeException e) {
            failures.increment();
            if (!failing) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("problem", e.getMessage())
                        .addKeyValue("verdict", verdict)
                        .log(
                                "the mappings of shared indices could not be read: the last verdict stays, for ten minutes if they were fit");
            }
            failing = true;
        }
    }

    private void seen(SortedMap<String, String> found) {
        if (failing) {
            LOG.atInfo().addKeyValue("cluster", cluster.cluster()).log("the mappings of shared indices can be read");
        }
        failing = false;
        if (!found.equals(problems)) {
            if (found.isEmpty()) {
                LOG.atInfo()
                        .addKeyValue("cluster", cluster.cluster())
                        .log("the mappings of shared indices are fit for tenants again");
            } else {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("indices", found.size())
                        .addKeyValue("problems", named(found))
                        .log(
                                "shared indices do not keep tenants apart: requests for their layout are answered with 503");
            }
        }
        problems = found;
        unfit = found.size();
        verdict = found.isEmpty() ? Verdict.FIT : Verdict.UNFIT;
    }

    private static String named(SortedMap<String, String> problems) {
        return problems.entrySet().stream()
                .limit(MAX_NAMED)
                .map(problem -> problem.getKey() + ": " + problem.getValue())
                .collect(Collectors.joining("; "));
    }
}
