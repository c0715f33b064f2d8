package io.sluice.filters.tenant.answer;

import java.util.List;

/** Texts in which a server counts what all of its users do. */
final class ClusterTexts {

    /** What is said in their place. */
    static final String INSTEAD = "the cluster is too busy or too full for this";

    /** What is said in the place of a text about the field that tells tenants apart. */
    static final String OF_THE_GATEWAY = "this is about a field that the gateway keeps for itself";

    private static final List<String> MARKS = List.of(
            "maximum normal shards open",
            "maximum shards open",
            "maximum frozen shards open",
            "Trying to create too many",
            "ThreadPoolExecutor[",
            "Data too large",
            "coordinating_operation_bytes",
            "coordinating_and_primary_bytes",
            "disk usage exceeded",
            "flood-stage watermark");

    private ClusterTexts() {}

    /** Whether the text tells of shards, tasks, open searches or memory of the whole cluster. */
    static boolean tellsOfOthers(String text) {
        for (String mark : MARKS) {
            if (text.contains(mark)) {
                return true;
            }
        }
        return false;
    }
}
