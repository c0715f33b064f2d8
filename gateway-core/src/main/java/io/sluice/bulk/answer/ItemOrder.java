package io.sluice.bulk.answer;

import io.sluice.api.BulkOperation;
import java.util.Arrays;

/**
 * The sub-request that each item of a bulk went to, and the item's operation: two bytes an item, in blocks of 8 KiB, of which
 * only the first is ever copied to grow. Items are appended in the client's order. For one bulk, on the exchange's event loop.
 */
public final class ItemOrder implements AutoCloseable {

    /** Sub-requests are numbered from 0 and below this. */
    public static final int MAX_SUBS = 1 << 14;

    private static final int OPERATION_BITS = 2;
    private static final int BLOCK_BITS = 12;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final int FIRST = 64;
    private static final short[][] NO_BLOCKS = {};
    private static final short[] NOTHING = {};
    private static final BulkOperation[] OPERATIONS = {
        BulkOperation.INDEX, BulkOperation.CREATE, BulkOperation.UPDATE, BulkOperation.DELETE
    };

    private short[][] blocks = NO_BLOCKS;
    /** The block that is appended to, and how many items it has. */
    private short[] last = NOTHING;

    private int used;
    private int size;

    /**
     * Notes the next item.
     *
     * @param sub the number of its sub-request
     * @throws IllegalArgumentException if the number is negative or {@link #MAX_SUBS} or more
     */
    public void append(int sub, BulkOperation operation) {
        if (sub < 0 || sub >= MAX_SUBS) {
            throw new IllegalArgumentException("no number of a sub-request: " + sub);
        }
        if (used == last.length) {
            grow();
        }
        last[used++] = (short) (sub << OPERATION_BITS | code(operation));
        size++;
    }

    private static int code(BulkOperation operation) {
        return switch (operation) {
            case INDEX -> 0;
            case CREATE -> 1;
            case UPDATE -> 2;
            case DELETE -> 3;
        };
    }

    private void grow() {
        if (used > 0 && used < BLOCK) {
            last = Arrays.copyOf(last, used * 2);
            blocks[0] = last;
            return;
        }
        int block = size >>> BLOCK_BITS;
        if (block == blocks.length) {
            blocks = Arrays.copyOf(blocks, Math.max(4, block * 2));
        }
        last = new short[block == 0 ? FIRST : BLOCK];
        blocks[block] = last;
        used = 0;
    }

    /** How many items there are. */
    public int size() {
        return size;
    }

    /** The sub-request of the item at a position below {@link #size}. */
    public int sub(int position) {
        return (entry(position) & 0xffff) >>> OPERATION_BITS;
    }

    /** The operation of the item at a position below {@link #size}. */
    public BulkOperation operation(int position) {
        return OPERATIONS[entry(position) & (1 << OPERATION_BITS) - 1];
    }

    private short entry(int position) {
        return blocks[position >>> BLOCK_BITS][position & BLOCK - 1];
    }

    /** The number of consecutive items from the position on that went to the same sub-request; at most {@code max}. */
    int run(int position, int max) {
        int sub = sub(position);
        int end = (int) Math.min(size, (long) position + max);
        int next = position + 1;
        while (next < end && sub(next) == sub) {
            next++;
        }
        return next - position;
    }

    /** The position of the first item of the sub-request at the position or behind it; -1 if there is none. */
    int next(int sub, int from) {
        for (int position = from; position < size; position++) {
            if (sub(position) == sub) {
                return position;
            }
        }
        return -1;
    }

    /** Releases the blocks and forgets the items. Idempotent. */
    @Override
    public void close() {
        blocks = NO_BLOCKS;
        last = NOTHING;
        used = 0;
        size = 0;
    }
}
