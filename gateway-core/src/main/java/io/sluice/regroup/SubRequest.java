package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.tracing.PartSpan;
import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.Patience;
import io.sluice.upstream.SlotUse;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import io.sluice.wire.ByteQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request to one node with a part of a bulk. What is written before the connection is there waits in order. Owns the slot that
 * it was made with, its connection and what waits. On the bulk's event loop.
 */
final class SubRequest implements UpstreamUser, ConnectionWaiter {
    private static final int TOO_MANY_REQUESTS = 429;
    /** What may wait in memory before the bulk is read no further. */
    private static final int MAX_WAITING = 256 * 1024;

    private final BulkCall call;
    private final LoopCluster cluster;
    /** Whether a node may execute a part of the request before its end has come. */
    private final boolean runsWhileItArrives;

    private final Listener listener;
    private final Deadline deadline;
    private final ByteQueue waiting = new ByteQueue();
    private final List<UpstreamNode> tried = new ArrayList<>(1);
    private UpstreamNode node;
    private @Nullable ConnectionWait wait;
    private @Nullable UpstreamConnection connection;
    /** Null if the request is not traced, and once its outcome is known. */
    private @Nullable PartSpan span;

    private long bytes;
    private long sentAt;
    /** Whether the slot has not been given back. */
    private boolean slot = true;
    /** Whether the head has been written, so that the node may have seen something. */
    private boolean headSent;
    /** Whether nothing more is to be added. */
    private boolean complete;
    /** Whether the last byte has been written. */
    private boolean sentAll;
    /** Whether the node has answered or failed before it had everything; added bytes are discarded. */
    private boolean closedToWriting;
    /** Whether the answer should have come, and is awaited none the less. */
    private boolean late;
    /** Whether the answer's head has come. */
    private boolean answering;
    /** Whether the last byte of the answer has come, or it failed. */
    private boolean over;

    private boolean readPending;

    /** Who is told what happens to a sub-request. */
    interface Listener {

        /** How many items there are in the sub-request so far. */
        int items();

        /** The node has been connected to, and is sent the request. */
        void onReached(UpstreamNode node);

        /** The answer's head has come. */
        void onAnswerHead(HttpResponse head);

        /** A part of the answer, given away. */
        void onAnswerContent(HttpContent content);

        /** The node failed; nothing more comes. {@code mayHaveRun} is false only if it is certain that nothing was executed. */
        void onFailure(Failure failure, boolean mayHaveRun);

        /** More can be added, or the bytes that came at once have been handed over. */
        void onProgress();
    }

    /**
     * Makes a request; {@link #open} begins it.
     *
     * @param node where the slot is that the request takes over
     */
    SubRequest(BulkCall call, Sites.Site site, UpstreamNode node, Listener listener) {
        this.call = call;
        this.cluster = site.cluster();
        this.runsWhileItArrives = site.known().runsBulksWhileTheyArrive();
        this.node = node;
        this.listener = listener;
        this.deadline = call.loop().deadline(this::onDeadline);
    }

    UpstreamNode node() {
        return node;
    }

    long bytes() {
        return bytes;
    }

    boolean isOver() {
        return over;
    }

    /** Asks for the connection. */
    void open() {
        if (call.trace() != null) {
            span = call.trace().part(cluster.cluster().name(), node.address());
        }
        wait = cluster.acquireFrom(node, this, call.client());
    }

    /** Adds a part of the body and takes it over. */
    void add(ByteBuf part) {
        if (closedToWriting || over) {
            part.release();
            return;
        }
        bytes += part.readableBytes();
        if (connection == null) {
            waiting.add(part);
        } else {
            connection.writeBody(part);
        }
    }

    /** Everything has been added. */
    void complete() {
        complete = true;
        if (connection != null && !closedToWriting && !over) {
            writeLast();
            flush();
        }
    }

    void flush() {
        if (connection != null && !over && !closedToWriting) {
            connection.flush();
            watchWriting();
        }
    }

    boolean isWritable() {
        if (over || closedToWriting || complete) {
            return true;
        }
        return connection == null ? waiting.bytes() < MAX_WAITING : connection.isWritable();
    }

    /** Asks for more of the answer, unless that is asked already. */
    void read() {
        if (connection != null && !over && !readPending) {
            readPending = true;
            if (answering) {
                deadline.set(System.nanoTime() + stallNanos());
            }
            connection.read();
        }
    }

    @Override
    public void onConnection(UpstreamConnection taken) {
        wait = null;
        connection = taken;
        taken.begin(this);
        headSent = true;
        call.facts().node(taken.node());
        listener.onReached(taken.node());
        taken.writeHead(head());
        for (ByteBuf part = waiting.poll(); part != null; part = waiting.poll()) {
            taken.writeBody(part);
        }
        if (complete) {
            writeLast();
        }
        flush();
        read();
        listener.onProgress();
    }

    private DefaultHttpRequest head() {
        HttpHeaders headers = call.headers().copy();
        if (complete) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, bytes);
        } else {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        cluster.address(headers, node, call.credentials());
        if (span != null) {
            span.addTo(headers);
        }
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, call.target(), headers);
    }

    private void writeLast() {
        if (connection != null) {
            sentAll = true;
            late = false;
            sentAt = System.nanoTime();
            connection.write(LastHttpContent.EMPTY_LAST_CONTENT);
            deadline.set(
                    sentAt + cluster.cluster().config().timeouts().response().toNanos());
        }
    }

    // Once the node answers, the deadline is that of the answer.
    private void watchWriting() {
        if (!sentAll && !closedToWriting && connection != null) {
            if (connection.isWritable()) {
                late = false;
                deadline.clear();
            } else if (!late) {
                deadline.set(System.nanoTime() + stallNanos());
            }
        }
    }

    private long stallNanos() {
        return cluster.cluster().config().timeouts().stall().toNanos();
    }

    // Nothing was sent, so another node may have it: any node takes any item.
    @Override
    public void onNoConnection(UpstreamNode refusing, Failure failure) {
        wait = null;
        tried.add(refusing);
        endSpan(failure.kind().tag());
        Failure told = cluster.afterNoConnection(failure, tried, tried.size());
        if (told != null) {
            fail(told, false);
            return;
        }
        giveBack(SlotUse.Refused.INSTANCE);
        for (UpstreamNode other : cluster.cluster().nodes()) {
            if (!tried.contains(other) && cluster.cluster().slots().tryTake(other)) {
                node = other;
                slot = true;
                open();
                return;
            }
        }
        fail(failure, false);
    }

    @Override
    public void onResponseHead(HttpResponse head) {
        if (connection != null) {
            connection.reportSuccess();
        }
        boolean refused = head.status().code() == TOO_MANY_REQUESTS;
        if (refused || !sentAll) {
            giveBack(refused ? SlotUse.Refused.INSTANCE : SlotUse.Unused.INSTANCE);
        } else {
            giveBack(new SlotUse.Answered(System.nanoTime() - sentAt, bytes));
        }
        answering = true;
        if (span != null) {
            span.answered(head.status().code());
        }
        closedToWriting = !sentAll;
        listener.onAnswerHead(head);
    }

    @Override
    public void onResponseContent(HttpContent content) {
        boolean last = content instanceof LastHttpContent;
        if (last) {
            over = true;
            deadline.close();
            endSpan(null);
        }
        listener.onAnswerContent(content);
        if (last && connection != null) {
            UpstreamConnection done = connection;
            connection = null;
            done.release();
            // The connection does not tell of this read's end any more.
            listener.onProgress();
        }
    }

    @Override
    public void onResponseReadComplete() {
        readPending = false;
        if (answering) {
            deadline.clear();
        }
        listener.onProgress();
    }

    @Override
    public void onUpstreamWritabilityChanged() {
        watchWriting();
        listener.onProgress();
    }

    @Override
    public void onUpstreamFailure(Failure failure) {
        connection = null;
        fail(failure, failure.kind() != FailureKind.UPSTREAM_CONNECT && mayHaveRun());
    }

    @Override
    public void onThrown(Throwable thrown) {
        call.loop().onThrown(thrown);
    }

    /** False only if it is certain that nothing was executed, should nothing more be sent. */
    boolean mayHaveRun() {
        return headSent && (sentAll || runsWhileItArrives);
    }

    private void onDeadline() {
        boolean executed = mayHaveRun();
        if (connection != null && !late && awaitsLate(connection, executed)) {
            return;
        }
        if (connection != null) {
            connection.abort();
            connection = null;
        }
        fail(
                Failure.of(
                        FailureKind.UPSTREAM_TIMEOUT,
                        "node " + node + (sentAll ? " did not answer in time" : " did not take the request in time")),
                executed);
    }

    // Whoever has answered has executed all of it.
    private boolean awaitsLate(UpstreamConnection from, boolean executed) {
        Patience patience = executed && !answering ? call.patience() : Patience.NONE;
        late = patience.begins(from.node());
        if (late) {
            giveBack(SlotUse.Refused.INSTANCE);
            deadline.set(System.nanoTime() + patience.nanos());
        }
        return late;
    }

    private void fail(Failure failure, boolean mayHaveRun) {
        if (!over) {
            over = true;
            endSpan(failure.kind().tag());
            close(SlotUse.Refused.INSTANCE);
            listener.onFailure(failure, mayHaveRun);
            listener.onProgress();
        }
    }

    /** Ends the request without waiting for its answer; no listener is notified. */
    void abort() {
        over = true;
        endSpan("aborted");
        close(SlotUse.Unused.INSTANCE);
    }

    private void endSpan(@Nullable String failure) {
        if (span != null) {
            span.end(listener.items(), bytes, failure);
            span = null;
        }
    }

    private void close(SlotUse use) {
        deadline.close();
        if (wait != null) {
            wait.cancel();
            wait = null;
        }
        if (connection != null) {
            if (headSent) {
                connection.abort();
            } else {
                connection.releaseUnused();
            }
            connection = null;
        }
        waiting.close();
        giveBack(use);
    }

    private void giveBack(SlotUse use) {
        if (slot) {
            slot = false;
            cluster.cluster().slots().giveBack(node, use);
        }
    }
}
