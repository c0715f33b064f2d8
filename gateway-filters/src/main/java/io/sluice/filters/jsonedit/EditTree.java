package io.sluice.filters.jsonedit;

import io.sluice.api.Json;
import io.sluice.api.JsonNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All edits of a body as one tree, so that a single pass over the body applies them. Immutable.
 *
 * @param root node of the body's root
 * @param guarded names that must not occur twice in a visited object
 * @param height number of levels of the body that are visited
 * @param emptyBody replacement of an empty body; null for none
 */
record EditTree(
        EditNode root,
        JsonNames guarded,
        int height,
        @Nullable Json emptyBody) {

    /**
     * Combines edits.
     *
     * @throws IllegalArgumentException if two of them contradict each other, or a path is malformed
     */
    static EditTree of(List<Edit> edits) {
        EditDraft root = new EditDraft();
        for (Edit edit : edits) {
            root.add(edit);
        }
        root.finish();
        return of(root.build(), root.creation());
    }

    private static EditTree of(EditNode root, @Nullable Json emptyBody) {
        Set<String> names = new LinkedHashSet<>();
        int height = collect(root, names);
        return new EditTree(root, JsonNames.of(names.toArray(String[]::new)), height, emptyBody);
    }

    private static int collect(@Nullable EditNode node, Set<String> names) {
        if (node == null) {
            return 0;
        }
        names.addAll(node.names().asList());
        int height = collect(node.any(), names);
        for (EditNode child : node.named()) {
            height = Math.max(height, collect(child, names));
        }
        return height + 1;
    }

    /**
     * The same edits for the source of an update in a bulk, whose documents are under {@code doc} and {@code upsert}.
     */
    EditTree forUpdates() {
        EditNode update = new EditNode(
                null, JsonNames.of("doc", "upsert"), List.of(root, root), Map.of(), null, List.of(), false);
        return of(update, null);
    }
}
