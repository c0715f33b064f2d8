package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of a sub-request whose answer was cut off: the received results, and the gateway's own for the other items. On
 * the exchange's event loop.
 */
final class CutItems implements ItemSource {

    private final SubAnswer cut;
    private final FailedItems rest;
    private final boolean failed;

    /**
     * Both are given away.
     *
     * @param cut an answer of which items may have been taken; they are not given again
     * @param rest stands for all items of the sub-request
     */
    CutItems(SubAnswer cut, FailedItems rest) {
        this.cut = cut;
        this.rest = rest;
        rest.skipNext(cut.found());
        this.failed = rest.ready() > 0;
    }

    @Override
    public boolean headRead() {
        return true;
    }

    @Override
    public List<HeadMember> head() {
        return cut.head();
    }

    @Override
    public boolean errors() {
        return failed || cut.errors();
    }

    @Override
    public long took() {
        return cut.took();
    }

    @Override
    public long ingestTook() {
        return cut.ingestTook();
    }

    @Override
    public int ready() {
        return cut.arrived() > 0 ? cut.arrived() : rest.ready();
    }

    @Override
    public void writeNext(int count, ByteBuf out) {
        if (cut.arrived() > 0) {
            cut.takeArrived(count, out);
        } else {
            rest.writeNext(count, out);
        }
    }

    @Override
    public void skipNext(int count) {
        if (cut.arrived() > 0) {
            cut.takeArrived(count, null);
        } else {
            rest.skipNext(count);
        }
    }

    @Override
    public long buffered() {
        return cut.buffered();
    }

    @Override
    public boolean ended() {
        return true;
    }

    @Override
    public @Nullable String broken() {
        return null;
    }

    @Override
    public void close() {
        cut.close();
        rest.close();
    }
}
