package io.sluice.bulk.retry;

import io.sluice.bulk.hash.Scatter;
import java.util.Arrays;

/** A set of numbers other than 0, which clients may have chosen. For one thread. */
final class LongSet {

    private final Scatter scatter = new Scatter();
    private long[] slots = new long[64];
    private int size;

    void add(long value) {
        if (size * 2 >= slots.length) {
            long[] before = slots;
            slots = new long[before.length * 2];
            Arrays.stream(before).filter(old -> old != 0).forEach(old -> slots[slot(old)] = old);
        }
        int slot = slot(value);
        if (slots[slot] == 0) {
            slots[slot] = value;
            size++;
        }
    }

    boolean contains(long value) {
        return slots[slot(value)] != 0;
    }

    /** The slot of the value, or where it would go. */
    private int slot(long value) {
        int slot = scatter.slot(value, slots.length);
        while (slots[slot] != 0 && slots[slot] != value) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }
}
