package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFullException;
import io.sluice.bulk.answer.Acceptance;
import io.sluice.bulk.answer.AwaitedItems;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.regroup.BodyRelay;
import io.sluice.regroup.LoopContext;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.UpstreamNode;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One write on its way into a queue: read and judged while it comes, kept when all of it is there, answered when it is kept. To its
 * exchange it looks like a connection to a node. On the exchange's event loop.
 */
final class QueueRelay extends BodyRelay {
    private static final int OK = 200;
    private static final Headers JSON = Headers.of("Content-Type", "application/json; charset=UTF-8");

    private final QueueEntrance entrance;
    private final Write write;
    private final LoopContext loop;
    private final Consumer<Reply> refuse;
    private final Runnable onWait;
    private final LaneRecords records;
    private final BulkSplitter splitter;
    /** Null for a bulk, and once the write is kept. */
    private @Nullable DocumentBody body;

    private final Deadline keepEnds;
    private final Deadline waitEnds;
    private final long began = System.nanoTime();
    /** Of the body, as it came. */
    private long received;
    /** What of it counts as pending. */
    private long counted;
    /** The answer until it is given; null before the write is kept. */
    private byte @Nullable [] answer;
    /** Whether the exchange asked for the answer. */
    private boolean readWanted;

    private boolean answered;
    /** Whether the write is kept. */
    private boolean kept;
    /** Whether all items have their result that a client waits for. */
    private boolean indexed;

    private boolean closed;

    /**
     * @param refuse told of an answer that takes the place of the queue's; nothing was kept then
     * @param onWait called when the write is kept and its client waits for the cluster
     */
    QueueRelay(QueueEntrance entrance, Write write, LoopContext loop, Consumer<Reply> refuse, Runnable onWait) {
        this.entrance = entrance;
        this.write = write;
        this.loop = loop;
        this.refuse = refuse;
        this.onWait = onWait;
        this.records = entrance.records(write, loop.allocator());
        this.splitter = new BulkSplitter(write.url(), BulkLimits.DEFAULT, write.grammar(), records);
        this.body = write.document() == null ? null : new DocumentBody(loop.allocator());
        this.keepEnds = loop.loop().deadline(this::onKeptTooLate);
        this.waitEnds = loop.loop().deadline(this::answer);
    }

    @Override
    public boolean alsoReaches(String cluster) {
        return entrance.sendsTo(cluster);
    }

    @Override
    public void writeHead(HttpRequest request) {
        // What a queue keeps of a head was read before.
    }

    @Override
    protected void take(ByteBuf part, boolean last) {
        try {
            if (closed) {
                return;
            }
            received += part.readableBytes();
            if (body == null) {
                splitter.write(part);
            } else {
                body.add(part);
            }
        } finally {
            part.release();
        }
        if (isWithinLimits() && last) {
            end();
        }
    }

    private boolean isWithinLimits() {
        Reply refusal = splitter.refusal();
        long most = entrance.config().maxRequestBytes().bytes();
        if (refusal != null) {
            refuse.accept(refusal);
        } else if (received > most) {
            fail(FailureKind.TOO_LARGE, "the request is longer than the " + most + " bytes that the queue takes");
        } else if (records.isTooLarge()) {
            fail(FailureKind.TOO_LARGE, "an item is longer than the queue's engine takes");
        } else if (count() > entrance.config().maxPendingBytes().bytes()) {
            fail(FailureKind.OVERLOADED, "the queue holds as much of requests in memory as it may");
        } else {
            return true;
        }
        return false;
    }

    /** Counts what is held now as pending; returns what all requests hold. */
    private long count() {
        long held = records.bytes() + (body == null ? 0 : body.length());
        long all = entrance.pending().add(held - counted);
        counted = held;
        return all;
    }

    private void end() {
        Reply refusal = write.document() == null ? null : document(write.document());
        if (refusal == null && !splitter.end()) {
            refusal = splitter.refusal();
        }
        if (refusal != null) {
            refuse.accept(refusal);
        } else if (isWithinLimits()) {
            keep();
        }
    }

    /** Splits the bulk that does the same as the write of one document; returns why that is refused. */
    private @Nullable Reply document(DocumentWrite document) {
        DocumentBody source = Objects.requireNonNull(body);
        splitter.write(Unpooled.wrappedBuffer(document.line()));
        if (!document.operation().hasSource()) {
            return source.length() == 0
                    ? null
                    : Reply.error(400, "illegal_argument_exception", "a delete does not support having a body");
        }
        Reply refusal = source.refusal();
        if (refusal == null) {
            if (document.docAsUpsert()) {
                source.setUnlessSaid(DocumentWrite.DOC_AS_UPSERT);
            }
            splitter.write(source.line());
        }
        return refusal;
    }

    private void keep() {
        List<LaneRecord> taken = records.take();
        if (taken.isEmpty()) {
            answer();
            return;
        }
        keepEnds.set(System.nanoTime() + entrance.config().keepTimeout().toNanos());
        AwaitedWrite awaited = records.awaited();
        if (awaited != null) {
            awaited.whenFinished(() -> loop.loop().execute(this::onIndexed));
            entrance.await(records.receipt(), awaited);
        }
        entrance.append(taken).whenComplete((nothing, failure) -> loop.loop().execute(() -> onKept(failure)));
    }

    private void onKept(@Nullable Throwable failure) {
        if (closed) {
            return;
        }
        keepEnds.close();
        Throwable cause = StageFailure.of(failure);
        switch (cause) {
            case null -> {
                entrance.kept(splitter.items(), System.nanoTime() - began);
                kept = true;
                closeBody();
                // The client may wait for long; what it waits for is its answer.
                count();
                answerOrWait();
            }
            case QueueFullException full -> fail(FailureKind.OVERLOADED, String.valueOf(full.getMessage()));
            default ->
                fail(
                        FailureKind.QUEUE_FAILED,
                        "the queue failed to keep the write, which may be stored later or not: " + cause.getMessage());
        }
    }

    private void answerOrWait() {
        if (write.patience() == null || indexed) {
            answer();
            return;
        }
        onWait.run();
        long most = began + entrance.mostWaitNanos(loop);
        long asked = System.nanoTime() + write.patience().toNanos();
        waitEnds.set(asked - most < 0 ? asked : most);
    }

    private void onIndexed() {
        indexed = true;
        // An item may be indexed before the engine says that it is kept.
        if (kept && !closed) {
            answer();
        }
    }

    private void onKeptTooLate() {
        fail(FailureKind.QUEUE_FAILED, "the queue did not keep the write in time; it may be stored later or not");
    }

    private void fail(FailureKind kind, String reason) {
        user().onUpstreamFailure(Failure.of(kind, reason));
    }

    private void answer() {
        if (answered) {
            return;
        }
        answered = true;
        waitEnds.close();
        Reply complete = entrance.form(write, loop).complete(made());
        answer = complete.body();
        var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(complete.status()));
        complete.headers().forEach(head.headers()::add);
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, complete.body().length);
        user().onResponseHead(head);
        give();
    }

    private Reply made() {
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        AwaitedWrite awaited = records.awaited();
        if (write.document() == null) {
            return new Reply(OK, JSON, awaited == null ? records.answer().bulk(took) : awaited.bulk(took));
        }
        if (awaited == null) {
            return new Reply(
                    Acceptance.ACCEPTED, JSON, records.document(write.document().operation()));
        }
        AwaitedItems.Single single = awaited.single();
        return new Reply(single.status(), JSON, single.body());
    }

    private void give() {
        byte[] due = answer;
        if (due != null && readWanted && !closed) {
            answer = null;
            user().onResponseContent(new DefaultLastHttpContent(Unpooled.wrappedBuffer(due)));
            user().onResponseReadComplete();
        }
    }

    @Override
    public void flush() {
        // Nothing is held back that could be flushed.
    }

    // What may be held is bounded, and a request that is longer fails.
    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void read() {
        readWanted = true;
        give();
    }

    @Override
    public void release() {
        close();
    }

    @Override
    public void releaseUnused() {
        close();
    }

    @Override
    public void abort() {
        close();
    }

    private void close() {
        if (closed) {
            return;
        }
        closed = true;
        keepEnds.close();
        waitEnds.close();
        if (records.awaited() != null) {
            entrance.awaitNoLonger(records.receipt());
        }
        splitter.close();
        records.close();
        closeBody();
        entrance.pending().add(-counted);
    }

    private void closeBody() {
        DocumentBody owned = body;
        body = null;
        if (owned != null) {
            owned.close();
        }
    }

    @Override
    public void reportSuccess() {
        // No node had a part in it.
    }

    @Override
    public @Nullable UpstreamNode node() {
        return null;
    }
}
