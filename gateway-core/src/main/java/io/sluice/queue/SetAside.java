package io.sluice.queue;

import io.sluice.config.QueueBatchConfig;
import io.sluice.config.QueueRetryConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The items of one lane that wait beside it, so that others go on: those whose index takes nothing, and what follows them on the same
 * documents. Holds their bytes. On the lane's event loop.
 */
final class SetAside implements AutoCloseable {
    private static final int MOST_ITEMS = 1000;
    private static final int MOST_BYTES = 256 * 1024;

    /** No item of an index is tried. */
    private static final int NONE = -1;

    private final BlockedIndices blocked;
    private final Shortage shortage;
    /** In the order of the lane where they are of one document. */
    private List<StoredItem> items = new ArrayList<>();

    private final ItemDocuments documents = new ItemDocuments();
    private long bytes;
    private boolean full;
    /** Whether items that are here held up others when items were last asked for. */
    private boolean pressed;

    private volatile int size;

    /** @param shortage of room for writes: engines may keep more than the items that are here, until these are done */
    SetAside(BlockedIndices blocked, Shortage shortage) {
        this.blocked = blocked;
        this.shortage = shortage;
    }

    /** How many there are; from any thread. */
    int size() {
        return size;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    /** Whether something had to stay in the lane for want of room since items were last taken out. A long item alone is not taken at all. */
    boolean isFull() {
        return full;
    }

    /** The lane may go no further before items are taken out. */
    void markFull() {
        full = !items.isEmpty();
    }

    /** The lane goes on to what follows. */
    void clearFull() {
        full = false;
    }

    /** Whether an item has to wait here: it may not be sent now, or not before what is here. */
    boolean concerns(StoredItem item) {
        return documents.contains(item) || blocked.isBlocked(item.action().index());
    }

    /**
     * Takes an item that follows those that are here.
     *
     * @return whether there is room
     */
    boolean add(StoredItem item) {
        return put(items.size(), item);
    }

    /**
     * Takes items that precede those that are here, in their order.
     *
     * @return those for which there is no room
     */
    List<StoredItem> addFirst(List<StoredItem> earlier) {
        List<StoredItem> rest = new ArrayList<>();
        int at = 0;
        for (StoredItem item : earlier) {
            if (put(at, item)) {
                at++;
            } else {
                rest.add(item);
            }
        }
        return rest;
    }

    private boolean put(int at, StoredItem item) {
        if (!hasRoom(item)) {
            full = !items.isEmpty();
            return false;
        }
        item.detach();
        items.add(at, item);
        size = items.size();
        documents.add(item);
        bytes += item.length();
        return true;
    }

    /**
     * Takes out what is to be sent now: items whose index takes something again, or, if there are none, one of each index that may be tried.
     *
     * @param most how many at most
     */
    List<StoredItem> due(QueueBatchConfig most, QueueRetryConfig retry) {
        pressed = holdsUpOthers();
        if (items.isEmpty()) {
            return List.of();
        }
        List<StoredItem> due =
                take(most, item -> !blocked.isBlocked(item.action().index()));
        return due.isEmpty() ? tries(most, retry) : due;
    }

    // Another item each time: some of an index may have their shard, and others not.
    private List<StoredItem> tries(QueueBatchConfig most, QueueRetryConfig retry) {
        if (untilDue(retry) > 0 || !blocked.mayTry()) {
            return List.of();
        }
        Map<String, Integer> left = new HashMap<>();
        firstOfDocuments().forEach(item -> left.merge(item.action().index(), 1, Integer::sum));
        Set<String> whole = new HashSet<>();
        left.replaceAll((index, count) -> {
            if (isLong(index, retry)) {
                whole.add(index);
            }
            boolean drawn = !whole.contains(index) && blocked.mayTry(index, retry);
            return drawn ? ThreadLocalRandom.current().nextInt(count) : NONE;
        });
        return take(most, item -> {
            String index = item.action().index();
            return whole.contains(index) || left.merge(index, -1, Integer::sum) == -1;
        });
    }

    private List<StoredItem> firstOfDocuments() {
        ItemDocuments met = new ItemDocuments();
        return items.stream().filter(met::add).toList();
    }

    private boolean holdsUpOthers() {
        return full || shortage.isThere();
    }

    // Whether all items of an index are tried, as they hold up others.
    private boolean isLong(String index, QueueRetryConfig retry) {
        return pressed && blocked.isLong(index, retry);
    }

    /** Whether an item may go. */
    private interface Choice {
        boolean goes(StoredItem item);
    }

    // One operation on a document at most, and the first of it.
    private List<StoredItem> take(QueueBatchConfig most, Choice choice) {
        List<StoredItem> taken = new ArrayList<>();
        List<StoredItem> left = new ArrayList<>();
        ItemDocuments met = new ItemDocuments();
        long length = 0;
        for (StoredItem item : items) {
            boolean first = met.add(item);
            boolean fits = taken.size() < most.items()
                    && (taken.isEmpty()
                            || length + item.length() <= most.bytes().bytes());
            if (first && fits && choice.goes(item)) {
                taken.add(item);
                length += item.length();
            } else {
                left.add(item);
            }
        }
        if (!taken.isEmpty()) {
            leave(left);
            full = false;
        }
        return taken;
    }

    /** After how many nanoseconds to ask again whether something may be sent; for items that are here. */
    long untilDue(QueueRetryConfig retry) {
        Set<String> indices = new HashSet<>();
        items.forEach(item -> indices.add(item.action().index()));
        long least = Long.MAX_VALUE;
        for (String index : indices) {
            if (!blocked.isBlocked(index)) {
                return 0;
            }
            boolean holdsUp = holdsUpOthers() && blocked.isLong(index, retry);
            least = Math.min(least, holdsUp ? 0 : blocked.untilDue(index));
        }
        return Math.max(least, blocked.untilNextTry());
    }

    /** Takes out what follows an item on its document. */
    List<StoredItem> takeOfDocument(StoredItem of) {
        if (!documents.contains(of)) {
            return List.of();
        }
        List<StoredItem> taken = new ArrayList<>();
        List<StoredItem> left = new ArrayList<>();
        items.forEach(item -> (item.isOfSameDocumentAs(of) ? taken : left).add(item));
        leave(left);
        return taken;
    }

    private void leave(List<StoredItem> left) {
        items = new ArrayList<>(left);
        size = left.size();
        bytes = left.stream().mapToLong(StoredItem::length).sum();
        documents.clear();
        left.forEach(documents::add);
    }

    /** Whether an item that was refused is to hold up the lane no longer: what follows waits for room, or for the item itself. */
    boolean givesUp(StoredItem item, QueueRetryConfig retry) {
        String index = item.action().index();
        return isLong(index, retry) || !hasRoom(item) && blocked.isLong(index, retry);
    }

    private boolean hasRoom(StoredItem item) {
        return items.size() < MOST_ITEMS && bytes + item.length() <= MOST_BYTES;
    }

    /** What is wrong; null if there is nothing. */
    @Nullable String problem() {
        if (items.isEmpty()) {
            return null;
        }
        return "index " + items.getFirst().action().index() + " takes nothing; " + items.size()
                + " items wait beside their lane"
                + (full ? ", which is all there is room for, so that what follows them waits too" : "");
    }

    @Override
    public void close() {
        items.forEach(StoredItem::close);
        items = new ArrayList<>();
        documents.clear();
        size = 0;
    }
}
