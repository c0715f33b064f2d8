package io.sluice.filters.tenant.mapping;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterMeters;
import java.io.IOException;
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

    private final SharedIndices indices;
    private final ClusterReader cluster;
    private final FilterMeters.Counter failures;
    private volatile Verdict verdict = Verdict.UNREAD;
    private volatile int unfit;
    private SortedMap<String, String> problems = new TreeMap<>();
    private @Nullable Instant due;
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

    /** Checks, unless the last check succeeded and is recent. Blocks. */
    void lookIfDue(Instant now) {
        if (due == null || !now.isBefore(due)) {
            look();
            due = verdict == Verdict.UNREAD ? null : now.plus(cluster.every());
        }
    }

    // The last verdict stays if a cluster cannot be read.
    private void look() {
        try {
            seen(indices.problems(cluster));
        } catch (IOException | RuntimeException e) {
            failures.increment();
            if (!failing) {
                LOG.atWarn()
                        .addKeyValue("cluster", cluster.cluster())
                        .addKeyValue("problem", e.getMessage())
                        .addKeyValue("verdict", verdict)
                        .log("the mappings of shared indices could not be read, the last verdict stays");
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
