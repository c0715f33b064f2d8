package io.sluice.bulk;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the results of a bulk's sub-requests together to one answer in the client's order, with no more of it than the client asked
 * for. Writes whenever there is something to write; allocates nothing for an item. On the exchange's event loop.
 */
public final class BulkResponseMerger implements AutoCloseable {

    /** So that one source alone does not fill more of the buffer than it should. */
    private static final int MAX_RUN = 32;

    private static final List<HeadMember> DEFAULT_HEAD = List.of(HeadMember.TOOK, HeadMember.ERRORS);

    private final ItemOrder order;
    private final @Nullable ItemSource[] sources;
    private final ResultWriter writer;

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
        this.order = order;
        this.sources = new ItemSource[subs];
        this.writer = new ResultWriter(view);
    }

    /**
     * Says where the results of a sub-request come from, in place of what was said before, which is the caller's again.
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

    /** True iff the answer can begin: what stands before the items is known of every sub-request, and none is broken. */
    public boolean ready() {
        for (ItemSource source : sources) {
            if (source == null || !source.headRead() || source.broken() != null) {
                return false;
            }
        }
        return true;
    }

    /** True iff a byte was written. */
    public boolean begun() {
        return begun;
    }

    /** The sub-request that has to answer before more can be written; counts only after {@link MergeStep#WAITING}. */
    public int waitingFor() {
        return waitingFor;
    }

    /** How many of the items written so far have an error; those whose errors the client did not ask for do not count. */
    public int failedItems() {
        return writer.failedItems();
    }

    /** Why the answer can never be completed; null while nothing is wrong. */
    public @Nullable String broken() {
        return broken;
    }

    /**
     * Writes what can be written.
     *
     * @param out lent; grows where an item is longer than what is left
     * @param enough stops when so many bytes are readable in it
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
            if (!writer.items(source, run, out)) {
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
        broken = source.broken();
        return MergeStep.WAITING;
    }

    private void begin(ByteBuf out) {
        if (!ready()) {
            throw new IllegalStateException("not every sub-request has answered");
        }
        begun = true;
        for (HeadMember member : head()) {
            writer.member(member, value(member), out);
        }
    }

    /** The head of the first answer that has the most to say. */
    private List<HeadMember> head() {
        List<HeadMember> longest = List.of();
        for (ItemSource source : sources) {
            if (source != null && source.head().size() > longest.size()) {
                longest = source.head();
            }
        }
        return longest.isEmpty() ? DEFAULT_HEAD : longest;
    }

    private String value(HeadMember member) {
        boolean errors = false;
        long took = 0;
        long ingestTook = 0;
        for (int i = 0; i < sources.length; i++) {
            ItemSource source = source(i);
            errors |= source.errors();
            took = Math.max(took, source.took());
            ingestTook = Math.max(ingestTook, source.ingestTook());
        }
        return switch (member) {
            case ERRORS -> String.valueOf(errors);
            case TOOK -> String.valueOf(took);
            case INGEST_TOOK -> String.valueOf(ingestTook);
        };
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
            writer.end(out);
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
