package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of one sub-request in its own order, as they arrive. Taken results are gone. For the exchange's event loop; to be
 * closed once.
 */
public sealed interface ItemSource extends AutoCloseable permits SubAnswer, FailedItems, SplicedItems, CutItems {

    /** Whether everything before the items is known: {@link #head} and the values in it. */
    boolean headRead();

    /** What the head says, in its order; empty before {@link #headRead}, and where there is no answer of a server. */
    List<HeadMember> head();

    /** Whether at least one item failed; counts only with {@link #headRead}. */
    boolean errors();

    /** Milliseconds; counts only with {@link #headRead}. */
    long took();

    /** Milliseconds spent in ingest pipelines; counts only if {@link #head} has it. */
    long ingestTook();

    /** The number of complete items that can be taken now; 0 if this is broken. */
    int ready();

    /**
     * Takes the next items and writes them with commas (and white space, if the server wrote some) between them.
     *
     * @param count from 1 to {@link #ready}
     * @param out lent
     */
    void writeNext(int count, ByteBuf out);

    /** Takes the next items without writing them; from 1 to {@link #ready}. */
    void skipNext(int count);

    /** The bytes of the answer that are held because they were not taken yet. */
    long buffered();

    /** Whether the answer has ended completely, so that it cannot break any more. */
    boolean ended();

    /** Why this is not an answer to the sub-request; null while it may be one. Nothing can be taken afterwards. */
    @Nullable String broken();

    /** Releases what is held. Idempotent. */
    @Override
    void close();
}
