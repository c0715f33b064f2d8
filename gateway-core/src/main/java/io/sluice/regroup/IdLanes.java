package io.sluice.regroup;

import io.sluice.bulk.hash.Scatter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lane that each id takes in one round and one cluster. Two items can only mean the same document if they have the same id,
 * whatever their names and routings stand for when the server looks; so one lane for each id keeps their order under any state of
 * the cluster. Ids are told apart by a hash of 32 bits: ids that share one share a lane too. On the bulk's event loop.
 *
 * <p>While all ids come with one and the same name and without routing, a router's choice depends on the id alone, and lanes are
 * only noted. As soon as that ends, they are looked up.
 */
final class IdLanes {
    /** An id that may take any lane. */
    static final int NONE = -1;

    /** The number of ids noted of a round that is being sent: 768 KiB, or at most 1.5 MiB while they are looked up. */
    static final int MAX = 1 << 17;

    private static final int FIRST = 64;

    private final Scatter scatter = new Scatter();

    /** The name that all ids came with; null before the first. */
    private @Nullable String name;

    /** Whether lanes are looked up. */
    private boolean lookedUp;

    /** Whether lanes of ids that came with the one name are not noted any more. */
    private boolean incomplete;

    /** The ids' hashes: one after the other, or where lanes are looked up in slots, of which 0 is a free one. */
    private int[] ids = new int[FIRST];

    private short[] lanes = new short[FIRST];
    private int count;

    /**
     * Says how an item with an id is named, before anything is asked about it.
     *
     * @param only the item's name, if the lane that the router chooses depends on that name and the id alone; null otherwise
     */
    void named(@Nullable String only) {
        if (lookedUp) {
            return;
        }
        if (name == null && only != null) {
            name = only;
        } else if (only == null || !only.equals(name)) {
            lookUp();
        }
    }

    private void lookUp() {
        int[] noted = ids;
        short[] notedLanes = lanes;
        lookedUp = true;
        clear(Math.max(FIRST, Integer.highestOneBit(Math.max(1, count)) * 4));
        int all = count;
        count = 0;
        for (int i = 0; i < all; i++) {
            // The first lane of an id is the lane of all its items: they came with one name.
            put(noted[i], notedLanes[i]);
        }
    }

    private void clear(int slots) {
        ids = new int[slots];
        lanes = new short[slots];
    }

    /** The lane that an id has taken; {@link #NONE} if it may take any, or takes the one that the router chooses. */
    int lane(int id) {
        if (!lookedUp) {
            return NONE;
        }
        int slot = slot(key(id));
        return ids[slot] == 0 ? NONE : lanes[slot];
    }

    /** Whether an id without a lane has to wait for another round: it may have one that was not noted, or cannot be noted. */
    boolean isFull() {
        return lookedUp && (incomplete || !hasRoom());
    }

    /** Whether fewer ids are noted than should be. */
    boolean hasRoom() {
        return count < MAX;
    }

    /** Notes the lane that an id without a lane takes. */
    void take(int id, int lane) {
        if (lookedUp) {
            put(key(id), (short) lane);
        } else {
            note(key(id), (short) lane);
        }
    }

    /** An id takes the lane that the router chooses without a note: as long as all come with the one name, none is needed. */
    void forgetMore() {
        incomplete = true;
    }

    private void note(int key, short lane) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, count * 2);
            lanes = Arrays.copyOf(lanes, count * 2);
        }
        ids[count] = key;
        lanes[count++] = lane;
    }

    private void put(int key, short lane) {
        if (count * 2 >= ids.length) {
            grow();
        }
        int slot = slot(key);
        if (ids[slot] == 0) {
            ids[slot] = key;
            lanes[slot] = lane;
            count++;
        }
    }

    private void grow() {
        int[] before = ids;
        short[] lanesBefore = lanes;
        clear(before.length * 2);
        for (int i = 0; i < before.length; i++) {
            if (before[i] != 0) {
                int slot = slot(before[i]);
                ids[slot] = before[i];
                lanes[slot] = lanesBefore[i];
            }
        }
    }

    private static int key(int id) {
        return id == 0 ? 1 : id;
    }

    /** Where a key is, or would be. */
    private int slot(int key) {
        int slot = scatter.slot(key, ids.length);
        while (ids[slot] != 0 && ids[slot] != key) {
            slot = slot + 1 & ids.length - 1;
        }
        return slot;
    }
}
