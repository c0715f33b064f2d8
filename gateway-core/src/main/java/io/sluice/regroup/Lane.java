package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.ShardCopy;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.BulkSlots;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamNode;
import io.sluice.wire.ByteQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of some groups of a bulk to one node: gathers their bytes in buffers, sends them as one request, and knows what came of
 * it. Until it is opened nothing leaves. Owns its buffers, its request and its answer. On the bulk's event loop.
 */
final class Lane implements SubRequest.Listener, AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final BulkCall call;
    private final int number;
    private final Sites.Site site;
    private final UpstreamNode node;
    private final Retention retention;
    private final Retention.Kept kept;
    private final Runnable onProgress;
    private final String nodeName;
    private final long maxBytes;
    private final long enoughBytes;
    private final long mergeBytes;
    private final ByteQueue unopened = new ByteQueue();
    private @Nullable ByteBuf gathered;
    private @Nullable SubRequest request;
    /** The node that the bytes were sent to; null before. */
    private @Nullable UpstreamNode reached;

    private @Nullable NodeAnswer answer;
    private @Nullable Failure failure;
    private boolean mayHaveRun;
    private int items;
    private long bytes;
    private BulkSlots.@Nullable Reservation reservation;
    /** Whether the lane has had a slot. */
    private boolean opened;

    private boolean released;
    /** Whether nothing more is sent: the node answered early, failed, or was left out. */
    private boolean closed;

    /**
     * What the lanes of a round share.
     *
     * @param regrouping says how many bytes of a lane end the round, and how many of its answer are held
     */
    record Shared(BulkCall call, Retention retention, Regrouping regrouping, Runnable onProgress) {}

    Lane(Shared shared, int number, Sites.Site site, UpstreamNode node) {
        this.call = shared.call();
        this.number = number;
        this.site = site;
        this.node = node;
        this.retention = shared.retention();
        this.kept = retention.lane();
        this.onProgress = shared.onProgress();
        this.nodeName = node.toString();
        long limit = site.known().maxContentLength(nodeName);
        this.maxBytes = limit == 0 ? Long.MAX_VALUE : limit;
        long splitBytes = shared.regrouping().splitBytes();
        boolean splits = splitBytes < Long.MAX_VALUE;
        // Leaves room for an item that is longer than usual.
        this.enoughBytes = splits ? Math.min(splitBytes, maxBytes / 2) : Long.MAX_VALUE;
        this.mergeBytes = shared.regrouping().config().mergeBytes().bytes();
    }

    int number() {
        return number;
    }

    /** The lane's cluster, as the bulk uses it. */
    Sites.Site site() {
        return site;
    }

    LoopCluster cluster() {
        return site.cluster();
    }

    /** The node that the lane was made for. */
    UpstreamNode node() {
        return node;
    }

    @Override
    public int items() {
        return items;
    }

    long bytes() {
        return bytes;
    }

    /** Whether what follows is to go in another round. */
    boolean hasEnough() {
        return bytes >= enoughBytes;
    }

    /** What the node takes in one request, in bytes. */
    long maxBytes() {
        return maxBytes;
    }

    Retention.Kept kept() {
        return kept;
    }

    /** Sends the gathered bytes and those that follow. The caller has taken a slot at the node, which the lane now owns. */
    void open() {
        opened = true;
        SubRequest first = new SubRequest(call, site, node, this);
        request = first;
        for (ByteBuf part = unopened.poll(); part != null; part = unopened.poll()) {
            first.add(part);
        }
        first.open();
    }

    /** Whether items were sent, or were to be and no node could be connected to. */
    boolean wasTried() {
        return reached != null || opened && failure != null;
    }

    /** The node that was sent the lane's items; null if none could be connected to. */
    @Nullable UpstreamNode reached() {
        return reached;
    }

    /** The node refused all of it; its answer is forgotten, {@link #sendAgain} is to follow. */
    void awaitAgain() {
        request = null;
        answer = null;
    }

    /** Sends all that was kept once more, when the node has a slot. */
    void sendAgain() {
        if (!released) {
            var slots = cluster().cluster().slots();
            reservation = slots.reserve(List.of(node), this::onSlotAgain, call.loop());
        }
    }

    private void onSlotAgain() {
        if (!released) {
            reservation = null;
            SubRequest again = new SubRequest(call, site, node, this);
            request = again;
            kept.copies().forEach(again::add);
            again.complete();
            again.open();
        }
    }

    /** Sends nothing, for the given reason. */
    void refuse(Failure why) {
        onFailure(why, false);
    }

    /** Ends the request without ending it well: its items are lost for that reason. */
    void giveUp(Failure why) {
        boolean executed = request != null && request.mayHaveRun();
        if (request != null) {
            request.abort();
        }
        onFailure(why, executed);
    }

    /** Whether the lane's node holds the shard. */
    boolean holds(ShardCopy shard) {
        return nodeName.equals(shard.node());
    }

    /** Whether nothing more is sent, so that items only count. */
    boolean isClosed() {
        return closed;
    }

    void append(byte[] from, int begin, int end) {
        bytes += end - begin;
        int at = begin;
        while (at < end && (!closed || retention.complete())) {
            ByteBuf buffer = room();
            int length = Math.min(end - at, buffer.writableBytes());
            buffer.writeBytes(from, at, length);
            at += length;
            if (!buffer.isWritable()) {
                handOn();
            }
        }
    }

    private ByteBuf room() {
        if (gathered == null) {
            gathered = call.allocator().directBuffer(BUFFER_BYTES, BUFFER_BYTES);
        }
        return gathered;
    }

    void itemEnded() {
        items++;
    }

    private void handOn() {
        ByteBuf full = gathered;
        if (full == null) {
            return;
        }
        gathered = null;
        kept.add(full);
        if (closed || !full.isReadable()) {
            full.release();
        } else if (request == null) {
            unopened.add(full);
        } else {
            request.add(full);
        }
    }

    void flush() {
        if (request != null) {
            request.flush();
        }
    }

    /** The body has ended. */
    void complete() {
        handOn();
        if (answer != null) {
            answer.asked(items);
        }
        if (request != null && !closed) {
            request.complete();
        }
    }

    boolean isWritable() {
        return closed || request == null || request.isWritable();
    }

    /** Asks for more of the answer. */
    void read() {
        if (request != null) {
            request.read();
        }
    }

    /** Like {@link #read}, unless too many bytes are held that have not been taken yet. */
    void readAhead(long enough) {
        SubAnswer results = answer();
        if (results == null || results.buffered() < enough) {
            read();
        }
    }

    @Override
    public void onReached(UpstreamNode at) {
        reached = at;
    }

    @Override
    public void onAnswerHead(HttpResponse head) {
        // Nothing more is sent to a node that answers before it has everything.
        closed = true;
        answer = new NodeAnswer(head, items, mergeBytes);
    }

    @Override
    public void onAnswerContent(HttpContent content) {
        if (answer == null) {
            content.release();
            return;
        }
        answer.add(content);
        SubAnswer results = results();
        if (results != null && results.broken() != null && request != null && !request.isOver()) {
            // The rest of the answer does not count, and may never end.
            request.abort();
            onProgress();
        }
    }

    @Override
    public void onFailure(Failure what, boolean executed) {
        closed = true;
        failure = what;
        SubAnswer results = results();
        mayHaveRun = executed || results != null;
        if (results != null) {
            // Tells the merger, which reads them already, that the rest will not come.
            results.end();
        }
        handOn();
        unopened.close();
    }

    @Override
    public void onProgress() {
        onProgress.run();
    }

    /** Whether the outcome of every item is known, or the results have begun to arrive. */
    boolean isDecided() {
        SubAnswer results = results();
        return failure != null
                || refused() != null && (request == null || request.isOver())
                || results != null && (results.headRead() || results.broken() != null);
    }

    private @Nullable SubAnswer results() {
        return answer == null ? null : answer.results();
    }

    /** The head of the answer; null if there is none. */
    @Nullable HttpResponse head() {
        return answer == null ? null : answer.head();
    }

    /** The results as they come; null if the node did not give any. */
    @Nullable SubAnswer answer() {
        SubAnswer results = results();
        return failure == null && results != null && results.broken() == null ? results : null;
    }

    /** The results as far as they came, if the rest never will; null otherwise. */
    @Nullable SubAnswer cutAnswer() {
        SubAnswer results = results();
        return results != null && results.isCut() ? results : null;
    }

    /** The answer to the request as a whole, if it was none with results. */
    @Nullable RefusedAnswer refused() {
        return answer == null ? null : answer.refused();
    }

    /** What failed, or null. */
    @Nullable Failure failure() {
        SubAnswer results = results();
        if (failure == null && results != null && results.broken() != null) {
            return Failure.of(
                    FailureKind.UPSTREAM_RESET,
                    "the answer of node " + node + " is none to a bulk: " + results.broken());
        }
        return failure;
    }

    /** Whether items may have been executed although there is no result. */
    boolean mayHaveRun() {
        return mayHaveRun || results() != null;
    }

    /** Aborts the request and releases everything. */
    void abort() {
        closed = true;
        if (request != null) {
            request.abort();
        }
        close();
    }

    @Override
    public void close() {
        closed = true;
        released = true;
        if (reservation != null) {
            cluster().cluster().slots().cancel(reservation);
            reservation = null;
        }
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
        unopened.close();
        if (answer != null) {
            answer.close();
        }
    }
}
