package io.sluice.filters.tenant.move;

import io.sluice.api.ClusterResponse;
import java.io.IOException;
import java.util.List;

/** Says for the operator which documents a cluster has refused all together, and why. */
final class RefusedBulk {
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_REASON = 256;

    private RefusedBulk() {}

    /**
     * What is said of them.
     *
     * @param changes at least one
     */
    static String text(List<Change> changes, ClusterResponse answer) {
        DocumentName first = changes.getFirst().name();
        String name = cut(first.id(), LONGEST_NAME) + " of " + cut(first.index(), LONGEST_NAME);
        String what = changes.size() == 1
                ? "document " + name + " was"
                : changes.size() + " documents, the first of them " + name + ", were";
        String reason = reason(answer);
        return what + " not written: status " + answer.status() + (reason.isEmpty() ? "" : ", " + reason);
    }

    /** What the server says; empty if it gives no reason. */
    private static String reason(ClusterResponse answer) {
        try {
            return cut(StoredJson.tree(answer.body()).at("/error/reason").asText(), LONGEST_REASON);
        } catch (IOException e) {
            // A proxy may answer with a page.
            return "";
        }
    }

    private static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end) + "…";
    }
}
