package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * The totals of one bulk's answer, over all its parts: those that ran side by side count as the longest of them,
 * those that ran one after the other are added. On the exchange's event loop.
 */
public final class AnswerTotals {

    private static final List<HeadMember> DEFAULT_HEAD = List.of(HeadMember.TOOK, HeadMember.ERRORS);

    private final ResultWriter writer;
    private List<HeadMember> head = List.of();
    private boolean errors;
    private long took;
    private long ingestTook;

    public AnswerTotals(ResultView view) {
        this.writer = new ResultWriter(view);
    }

    ResultWriter writer() {
        return writer;
    }

    /** Adds the answers of parts that ran side by side. The head is that of the first answer that has the most to say. */
    void add(List<ItemSource> sideBySide) {
        long longest = 0;
        long longestIngest = 0;
        for (ItemSource source : sideBySide) {
            errors |= source.errors();
            longest = Math.max(longest, source.took());
            longestIngest = Math.max(longestIngest, source.ingestTook());
            if (source.head().size() > head.size()) {
                head = source.head();
            }
        }
        took += longest;
        ingestTook += longestIngest;
    }

    /** Writes the part before the items, as the answer's first bytes. */
    void writeHead(ByteBuf out) {
        for (HeadMember member : head.isEmpty() ? DEFAULT_HEAD : head) {
            writer.member(member, value(member), out);
        }
        writer.headWritten(out);
    }

    private String value(HeadMember member) {
        return switch (member) {
            case ERRORS -> String.valueOf(errors);
            case TOOK -> String.valueOf(took);
            case INGEST_TOOK -> String.valueOf(ingestTook);
        };
    }

    /** How many of the items written so far have an error; those whose errors the client did not ask for do not count. */
    public int failedItems() {
        return writer.failedItems();
    }
}
