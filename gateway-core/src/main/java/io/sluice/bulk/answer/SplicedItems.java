package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of a sub-request of which some items were sent again: those of the first answer, with the results of the retry in
 * place of the items that were sent again. On the exchange's event loop.
 */
public final class SplicedItems implements ItemSource {

    private final SubAnswer first;
    private final ItemSource second;
    private final int[] numbers;
    /** Whether an item failed that was not sent again. */
    private final boolean failed;

    private int position;
    private int next;

    /** Both sources are given away; the first has ended. */
    public SplicedItems(SubAnswer first, ItemSource second, int[] numbers, boolean failed) {
        this.first = first;
        this.second = second;
        this.numbers = numbers;
        this.failed = failed;
    }

    @Override
    public boolean headRead() {
        return second.headRead();
    }

    @Override
    public List<HeadMember> head() {
        return first.head();
    }

    @Override
    public boolean errors() {
        return failed || second.errors();
    }

    /** Both, because they ran one after the other. */
    @Override
    public long took() {
        return first.took() + second.took();
    }

    @Override
    public long ingestTook() {
        return first.ingestTook() + second.ingestTook();
    }

    @Override
    public int ready() {
        int missing = next + second.ready();
        return missing >= numbers.length ? first.ready() : Math.min(first.ready(), numbers[missing] - position);
    }

    @Override
    public void writeNext(int count, ByteBuf out) {
        take(count, out);
    }

    @Override
    public void skipNext(int count) {
        take(count, null);
    }

    private void take(int count, @Nullable ByteBuf out) {
        for (int left = count; left > 0; ) {
            int run = run(left);
            if (out != null && left < count) {
                out.writeByte(',');
            }
            if (next < numbers.length && numbers[next] == position) {
                take(second, run, out);
                first.skipNext(run);
                next += run;
            } else {
                take(first, run, out);
            }
            position += run;
            left -= run;
        }
    }

    /** How many of the next items come from the same answer. */
    private int run(int max) {
        if (next == numbers.length) {
            return max;
        }
        if (position < numbers[next]) {
            return Math.min(max, numbers[next] - position);
        }
        int run = 1;
        while (run < max && next + run < numbers.length && numbers[next + run] == position + run) {
            run++;
        }
        return run;
    }

    private static void take(ItemSource source, int count, @Nullable ByteBuf out) {
        if (out == null) {
            source.skipNext(count);
        } else {
            source.writeNext(count, out);
        }
    }

    @Override
    public long buffered() {
        return first.buffered() + second.buffered();
    }

    @Override
    public boolean ended() {
        return second.ended();
    }

    @Override
    public @Nullable String broken() {
        return second.broken();
    }

    @Override
    public void close() {
        first.close();
        second.close();
    }
}
