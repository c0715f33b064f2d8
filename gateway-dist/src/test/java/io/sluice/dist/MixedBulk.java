package io.sluice.dist;

import java.util.List;

/**
 * A bulk of mixed operations. Its indices, and its target, are written with {@link #PREFIX}, so that the same operations can be done
 * on two families of indices.
 *
 * @param items each with its lines
 * @param unknownNames whether it names an index that does not exist, or one by date math
 */
record MixedBulk(String target, List<String> items, boolean unknownNames) {

    /** Stands for the family of indices; no id contains it. */
    static final String PREFIX = "@@";

    MixedBulk {
        items = List.copyOf(items);
    }

    String targetOf(String family) {
        return target.replace(PREFIX, family);
    }

    String bodyOf(String family) {
        return String.join("", items).replace(PREFIX, family);
    }

    /** Whether the server draws the id of an item. */
    boolean drawsIdOf(int item) {
        return !items.get(item).lines().findFirst().orElseThrow().contains("\"_id\"");
    }
}
