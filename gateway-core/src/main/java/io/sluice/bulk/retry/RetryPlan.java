package io.sluice.bulk.retry;

import io.netty.buffer.ByteBuf;
import io.sluice.bulk.answer.ItemSource;
import io.sluice.bulk.answer.SplicedItems;
import io.sluice.bulk.answer.SubAnswer;
import java.util.List;

/** Which items of a sub-request are to be sent again, and their bytes. On the exchange's event loop. */
public final class RetryPlan implements AutoCloseable {

    private static final int[] NO_NUMBERS = {};

    private final int[] numbers;
    private final boolean failed;
    private List<ByteBuf> body;

    /**
     * Holds the items.
     *
     * @param numbers of the items in the sub-request, ascending
     * @param body their lines; given away
     * @param failed whether another item failed
     */
    RetryPlan(int[] numbers, List<ByteBuf> body, boolean failed) {
        this.numbers = numbers;
        this.body = body;
        this.failed = failed;
    }

    static RetryPlan nothing() {
        return new RetryPlan(NO_NUMBERS, List.of(), true);
    }

    /** Whether nothing is to be sent again. */
    public boolean isEmpty() {
        return numbers.length == 0;
    }

    /** How many items are to be sent again. */
    public int count() {
        return numbers.length;
    }

    /** The number, in the sub-request, of an item below {@link #count}. */
    public int number(int item) {
        return numbers[item];
    }

    /** Gives away the lines of the items, one behind the other; the second time there are none. */
    public List<ByteBuf> takeBody() {
        List<ByteBuf> taken = body;
        body = List.of();
        return taken;
    }

    /**
     * The results of the whole sub-request.
     *
     * @param first the answer that this plan was made of; given away
     * @param second the results of the items that were sent again; given away
     */
    public ItemSource splice(SubAnswer first, ItemSource second) {
        return new SplicedItems(first, second, numbers, failed);
    }

    /** Releases the lines that were not taken. Idempotent. */
    @Override
    public void close() {
        takeBody().forEach(ByteBuf::release);
    }
}
