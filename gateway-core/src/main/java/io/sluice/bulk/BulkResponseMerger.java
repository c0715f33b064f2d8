package io.sluice.bulk;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
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
    private static final byte[] ITEMS = "\"items\":[".getBytes(StandardCharsets.US_ASCII);

    private final ItemOrder order;
    private final ResultView view;
    private final @Nullable ItemSource[] sources;
    private final ItemProjector projector;
    /** Where an item is copied to be projected. */
    private final ByteBuf scratch = Unpooled.buffer(0);

    private int position;
    private boolean begun;
    /** True iff the head has a member. */
    private boolean headFilled;
    /** True iff the items are opened. */
    private boolean itemsBegun;

    private boolean anyItem;
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
        this.view = view;
        this.sources = new ItemSource[subs];
        this.projector = new ItemProjector(view);
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
        while (position < order.size()) {
            if (out.readableBytes() >= enough) {
                return MergeStep.FULL;
            }
            int sub = order.sub(position);
            ItemSource source = source(sub);
            int ready = source.ready();
            if (ready == 0 || broken != null) {
                return waitFor(sub, source);
            }
            int run = order.run(position, Math.min(ready, MAX_RUN));
            items(source, run, out);
            position += run;
        }
        return end(out);
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
        if (broken == null) {
            broken = source.broken();
        }
        return MergeStep.WAITING;
    }

    private void items(ItemSource source, int run, ByteBuf out) {
        if (view.showsNoItems()) {
            source.skipNext(run);
        } else if (view.showsWholeItems() || view.showsItemsOfServers() && source instanceof SubAnswer) {
            beginItems(out);
            if (anyItem) {
                out.writeByte(',');
            }
            anyItem = true;
            source.writeNext(run, out);
        } else {
            for (int i = 0; i < run && broken == null; i++) {
                project(source, out);
            }
        }
    }

    private void project(ItemSource source, ByteBuf out) {
        scratch.clear();
        source.writeNext(1, scratch);
        int before = out.writerIndex();
        boolean first = !itemsBegun;
        beginItems(out);
        switch (projector.project(scratch.array(), 0, scratch.writerIndex(), out, anyItem)) {
            case WRITTEN -> anyItem = true;
            case EMPTY -> {
                if (first) {
                    itemsBegun = false;
                    out.writerIndex(before);
                }
            }
            case BROKEN -> broken = "a result is not that of an item";
        }
    }

    private void begin(ByteBuf out) {
        if (!ready()) {
            throw new IllegalStateException("not every sub-request has answered");
        }
        begun = true;
        out.writeByte('{');
        for (HeadMember member : head()) {
            if (view.shows(member)) {
                out.writeByte(headFilled ? ',' : '"');
                if (headFilled) {
                    out.writeByte('"');
                }
                headFilled = true;
                ascii(member.key(), out);
                ascii("\":", out);
                ascii(value(member), out);
            }
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

    private static void ascii(String text, ByteBuf out) {
        out.writeCharSequence(text, StandardCharsets.US_ASCII);
    }

    private void beginItems(ByteBuf out) {
        if (!itemsBegun) {
            itemsBegun = true;
            if (headFilled) {
                out.writeByte(',');
            }
            out.writeBytes(ITEMS);
        }
    }

    private MergeStep end(ByteBuf out) {
        for (int sub = 0; sub < sources.length; sub++) {
            ItemSource source = source(sub);
            if (!source.ended()) {
                return waitFor(sub, source);
            }
        }
        if (broken != null) {
            return MergeStep.WAITING;
        }
        if (!done) {
            done = true;
            if (itemsBegun) {
                out.writeByte(']');
            }
            out.writeByte('}');
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
        scratch.release();
    }
}
