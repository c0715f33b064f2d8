package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.bulk.BulkResponseMerger;
import io.sluice.bulk.MergeStep;
import io.sluice.bulk.SubAnswer;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.UpstreamUser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes one answer of those of a bulk's lanes: waits until it is known what came of each, then merges as far as the client takes.
 * On the bulk's event loop.
 */
final class Answers implements AutoCloseable {
    private static final int PART_BYTES = 64 * 1024;

    private final Split split;
    private final UpstreamUser user;
    private final List<LaneResult> results = new ArrayList<>(4);
    private final Retries retries;
    private final BulkResponseMerger merger;
    private final long readAhead;
    /** True iff the client takes more. */
    private boolean wanted;
    /** True iff the head of the answer has been given. */
    private boolean begun;
    /** True iff the answer has ended, or failed. */
    private boolean over;
    /** True iff this is at work further up the stack. */
    private boolean advancing;

    Answers(Regrouping regrouping, Regrouping.Plan plan, Split split, UpstreamUser user) {
        this.split = split;
        this.user = user;
        int lanes = split.lanes().all().size();
        this.readAhead = regrouping.config().mergeBytes().bytes() / Math.max(1, lanes);
        this.retries = new Retries(regrouping.config().retry(), split, readAhead);
        this.merger = new BulkResponseMerger(split.order(), lanes, plan.answer());
        split.lanes().all().forEach(lane -> results.add(new LaneResult(lane, split, retries)));
    }

    /** Items with errors, as far as they have been given. */
    int failedItems() {
        return merger.failedItems();
    }

    /** The client takes more. */
    void wanted() {
        wanted = true;
        advance();
    }

    /** Goes on as far as possible now. */
    void advance() {
        if (advancing) {
            return;
        }
        advancing = true;
        try {
            if (!begun && !over) {
                begin();
            }
            while (begun && wanted && !over && mergeMore()) {
                user.onResponseReadComplete();
            }
        } finally {
            advancing = false;
        }
    }

    private void begin() {
        boolean all = true;
        for (LaneResult result : results) {
            result.advance();
            all &= result.isFinal();
        }
        if (!all || passOnRefusal() || passOnFailure()) {
            return;
        }
        begun = true;
        results.forEach(result -> merger.source(result.lane().number(), result.take()));
        user.onResponseHead(head());
    }

    // Where no node gave results and all say the same, that is the answer to the whole.

    /** True iff all lanes were refused with the same status: that answer has been given. */
    boolean passOnRefusal() {
        RefusedAnswer first = results.getFirst().lane().refused();
        if (first == null) {
            return false;
        }
        for (LaneResult result : results) {
            RefusedAnswer refused = result.lane().refused();
            if (refused == null || refused.status() != first.status()) {
                return false;
            }
        }
        over = true;
        HttpResponse head = first.head();
        head.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
        byte[] body = first.body();
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        user.onResponseHead(head);
        user.onResponseContent(new DefaultHttpContent(Unpooled.wrappedBuffer(body)));
        user.onResponseContent(LastHttpContent.EMPTY_LAST_CONTENT);
        user.onResponseReadComplete();
        return true;
    }

    /** True iff all lanes failed in the same way: that failure has been told. */
    boolean passOnFailure() {
        Failure first = results.getFirst().lane().failure();
        if (first == null) {
            return false;
        }
        for (LaneResult result : results) {
            Failure failure = result.lane().failure();
            if (failure == null || failure.kind() != first.kind()) {
                return false;
            }
        }
        over = true;
        user.onUpstreamFailure(first);
        return true;
    }

    private HttpResponse head() {
        HttpHeaders headers = null;
        Set<String> warnings = new LinkedHashSet<>();
        for (LaneResult result : results) {
            HttpResponse head = result.lane().head();
            if (head != null && result.hasResults()) {
                headers = headers == null ? head.headers().copy() : headers;
                warnings.addAll(head.headers().getAll(HttpHeaderNames.WARNING));
            }
        }
        HttpResponse merged = headers == null
                ? new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK)
                : new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, headers);
        merged.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
        merged.headers().set(HttpHeaderNames.TRANSFER_ENCODING, "chunked");
        merged.headers().remove(HttpHeaderNames.WARNING);
        warnings.forEach(warning -> merged.headers().add(HttpHeaderNames.WARNING, warning));
        if (headers == null) {
            merged.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json; charset=UTF-8");
        }
        return merged;
    }

    /** True iff a part of the answer was given. */
    private boolean mergeMore() {
        ByteBuf part = split.call().allocator().directBuffer(PART_BYTES);
        MergeStep step = merger.advance(part, PART_BYTES - 4096);
        readAhead();
        boolean some = part.isReadable();
        if (some) {
            wanted = false;
            user.onResponseContent(new DefaultHttpContent(part));
        } else {
            part.release();
        }
        if (step == MergeStep.DONE) {
            over = true;
            user.onResponseContent(LastHttpContent.EMPTY_LAST_CONTENT);
            return true;
        }
        String broken = merger.broken();
        if (broken != null) {
            over = true;
            user.onUpstreamFailure(Failure.of(FailureKind.UPSTREAM_RESET, broken));
            return false;
        }
        if (step == MergeStep.WAITING) {
            split.lanes().get(merger.waitingFor()).read();
        }
        return some;
    }

    private void readAhead() {
        for (Lane lane : split.lanes().all()) {
            SubAnswer answer = lane.answer();
            if (answer != null && answer.buffered() < readAhead) {
                lane.read();
            }
        }
    }

    @Override
    public void close() {
        over = true;
        results.forEach(LaneResult::close);
        retries.close();
        merger.close();
    }
}
