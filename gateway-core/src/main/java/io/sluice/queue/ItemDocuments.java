package io.sluice.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents of items, told apart by index and id: hashes of different ones may be equal. For one thread. */
final class ItemDocuments {

    /** By the hash, one item of each document. */
    private final Map<Long, List<StoredItem>> items = new HashMap<>();

    /** Adds the document of an item; returns whether it was not here. */
    boolean add(StoredItem item) {
        if (contains(item)) {
            return false;
        }
        items.computeIfAbsent(item.action().document(), any -> new ArrayList<>(1))
                .add(item);
        return true;
    }

    boolean contains(StoredItem item) {
        @Nullable List<StoredItem> alike = items.get(item.action().document());
        return alike != null && alike.stream().anyMatch(item::isOfSameDocumentAs);
    }

    void clear() {
        items.clear();
    }
}
