package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges the results of a bulk's sub-requests into one answer in the client's order, reduced to what the client asked for.
 * Writes as soon as something can be written; allocates nothing per item. On the exchange's event loop.
 */
public final class BulkResponseMerger implements AutoCloseable {

    /** Prevents one source from filling the whole buffer. */
    private static final int MAX_RUN = 32;

    private final ItemOrder order;
    private final @Nullable ItemSource[] sources;
    private final AnswerTotals totals;
    /** Whether the answer ends with these items. */
    private final boolean last;

    private int position;
    private boolean begun;
    private boolean done;
    private int waitingFor;
    private @Nullable String broken;

    /**
     * Begins an answer.
     *
     * @param order of all items of the bulk; lent until {@link #close}
     * @param subs how many sub-requests there are
     */
    public BulkResponseMerger(ItemOrder order, int subs, ResultView view) {
        this(order, subs, new AnswerTotals(view), true);
    }

    /**
     * Begins a part of an answer.
     *
     * @param order of the items that ran side by side; lent until {@link #close}
     * @param subs how many sub-requests they had
     * @param totals of the bulk
     * @param last whether no part follows: the head is written, and what was written of the parts before belongs behind it.
     *     Otherwise only items are written
     */
    public BulkResponseMerger(ItemOrder order, int subs, AnswerTotals totals, boolean last) {
        this.order = order;
        this.sources = new ItemSource[subs];
        this.totals = totals;
        this.last = last;
    }

    /**
     * Sets the source of a sub-request's results. The caller owns the source that it replaces again.
     *
     * @param source given away
     * @throws IllegalStateException after the first byte was written
     */
    public void source(int sub, ItemSource source) {
        if (begun) {
            throw new IllegalStateException("the answer has begun");
        }
        sources[sub] = source;
    }

    /** Whether the answer can begin: what stands before the items is known of every sub-request, and none is broken. */
    public boolean ready() {
        for (ItemSource source : sources) {
            if (source == null || !source.headRead() || source.broken() != null) {
                return false;
            }
        }
        return true;
    }

    /** Whether it has begun to write. */
    public boolean begun() {
        return begun;
    }

    /** How many items have their result in the answer. */
    public int merged() {
        return position;
    }

    /** The sub-request that has to answer before more can be written; counts only after {@link MergeStep#WAITING}. */
    public int waitingFor() {
        return waitingFor;
    }

    /** Why the answer cannot be completed; null if it can. */
    public @Nullable String broken() {
        return broken;
    }

    /** Whether it is broken because the source broke that it is {@link #waitingFor}, so that another can take its place. */
    public boolean isReplaceable() {
        return broken != null && source(waitingFor).broken() != null;
    }

    /**
     * Continues in place of the source that broke: with the results that came of it, if it was cut off, and with the gateway's own for
     * the other items.
     *
     * @param all stands for all items of the sub-request, given away; those that have results, or were taken before, are passed over
     */
    public void replace(FailedItems all) {
        int sub = waitingFor;
        ItemSource broke = source(sub);
        if (broke instanceof SubAnswer cut && cut.isCut()) {
            sources[sub] = cut.completedBy(all);
        } else {
            broke.close();
            all.skipNext(taken(sub));
            sources[sub] = all;
        }
        if (all.ready() > 0) {
            totals.add(List.of(all));
        }
        broken = null;
    }

    private int taken(int sub) {
        int taken = 0;
        for (int at = order.next(sub, 0); at >= 0 && at < position; at = order.next(sub, at + 1)) {
            taken++;
        }
        return taken;
    }

    /**
     * Writes what can be written.
     *
     * @param out lent; grows where an item is longer than what is left
     * @param enough stops when that many bytes are readable in it
     * @throws IllegalStateException if it is not {@link #ready}
     */
    public MergeStep advance(ByteBuf out, int enough) {
        if (!begun) {
            begin(out);
        }
        while (position < order.size() && broken == null) {
            if (out.readableBytes() >= enough) {
                return MergeStep.FULL;
            }
            int sub = order.sub(position);
            ItemSource source = source(sub);
            int ready = source.ready();
            if (ready == 0) {
                return waitFor(sub, source);
            }
            int run = order.run(position, Math.min(ready, MAX_RUN));
            position += run;
            if (!totals.writer().items(source, run, out)) {
                waitingFor = sub;
                broken = "a result is not that of an item";
            }
        }
        return broken == null ? end(out) : MergeStep.WAITING;
    }

    private ItemSource source(int sub) {
        ItemSource source = sources[sub];
        if (source == null) {
            throw new IllegalStateException("sub-request " + sub + " has no source");
        }
        return source;
    }

    private MergeStep waitFor(int sub, ItemSource source) {
        waitingFor = sub;
        broken = source.broken() == null && source.ended() ? "a node gave fewer results than items" : source.broken();
        return MergeStep.WAITING;
    }

    /**
     * Writes what stands before the items, for those who have something to put between; otherwise {@link #advance} does.
     *
     * @param out lent
     * @throws IllegalStateException if it is not {@link #ready}
     */
    public void begin(ByteBuf out) {
        if (!ready()) {
            throw new IllegalStateException("not every sub-request has answered");
        }
        begun = true;
        List<ItemSource> all = new ArrayList<>(sources.length);
        for (int sub = 0; sub < sources.length; sub++) {
            all.add(source(sub));
        }
        totals.add(all);
        if (last) {
            totals.writeHead(out);
        }
    }

    private MergeStep end(ByteBuf out) {
        for (int sub = 0; sub < sources.length; sub++) {
            ItemSource source = source(sub);
            if (!source.ended()) {
                return waitFor(sub, source);
            }
        }
        if (!done) {
            done = true;
            if (last) {
                totals.writer().end(out);
            }
        }
        return MergeStep.DONE;
    }

    /** Closes the sources; the order is the caller's again. Idempotent. */
    @Override
    public void close() {
        for (int sub = 0; sub < sources.length; sub++) {
            ItemSource source = sources[sub];
            sources[sub] = null;
            if (source != null) {
                source.close();
            }
        }
    }
}
