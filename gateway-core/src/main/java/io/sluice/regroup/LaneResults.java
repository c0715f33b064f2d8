package io.sluice.regroup;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.bulk.answer.BulkResponseMerger;
import io.sluice.bulk.answer.FailedItems;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.UpstreamUser;
import java.util.ArrayList;
import java.util.List;

/** The outcomes of the lanes of one round. On the bulk's event loop. */
final class LaneResults implements AutoCloseable {
    private final List<LaneResult> results = new ArrayList<>(4);
    private final Retries retries;

    LaneResults(Round round) {
        var config = round.split().regrouping().config();
        List<Lane> lanes = round.lanes().all();
        long readAhead = config.mergeBytes().bytes() / Math.max(1, lanes.size());
        this.retries = new Retries(config.retry(), round, readAhead);
        lanes.forEach(lane -> results.add(new LaneResult(lane, round, retries)));
    }

    /** Checks the state and requests missing results; returns whether only further results are awaited. */
    boolean advance() {
        boolean all = true;
        for (LaneResult result : results) {
            result.advance();
            all &= result.isFinal();
        }
        return all;
    }

    // Where no node gave results and all say the same, that is the answer to the whole.

    /** Whether all lanes were refused with the same status: the user has been given that answer, or told that the outcome is unknown. */
    boolean passOnRefusal(UpstreamUser user) {
        RefusedAnswer first = results.getFirst().lane().refused();
        if (first == null) {
            return false;
        }
        boolean nothingRan = first.saysThatNothingRan();
        for (LaneResult result : results) {
            RefusedAnswer refused = result.lane().refused();
            if (refused == null || refused.status() != first.status() || refused.saysThatNothingRan() != nothingRan) {
                return false;
            }
        }
        if (nothingRan || user.judgesRefusals()) {
            passOn(first, user);
        } else {
            user.onUpstreamFailure(
                    Failure.of(FailureKind.OUTCOME_UNKNOWN, first.reason() + "; items of the bulk may be stored"));
        }
        return true;
    }

    private static void passOn(RefusedAnswer answer, UpstreamUser user) {
        HttpResponse head = answer.head();
        head.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
        byte[] body = answer.body();
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        user.onResponseHead(head);
        user.onResponseContent(new DefaultHttpContent(Unpooled.wrappedBuffer(body)));
        user.onResponseContent(LastHttpContent.EMPTY_LAST_CONTENT);
        user.onResponseReadComplete();
    }

    /** Whether all lanes failed in the same way: the user has been told of that failure. */
    boolean passOnFailure(UpstreamUser user) {
        Failure first = results.getFirst().lane().failure();
        if (first == null) {
            return false;
        }
        boolean mayHaveRun = results.getFirst().lane().mayHaveRun();
        Failure told = first;
        for (LaneResult result : results) {
            Failure failure = result.lane().failure();
            if (failure == null || sort(failure) != sort(first) || result.lane().mayHaveRun() != mayHaveRun) {
                return false;
            }
            if (result.hasResults()) {
                return false;
            }
            if (failure.kind() == FailureKind.NO_UPSTREAM) {
                told = failure;
            }
        }
        user.onUpstreamFailure(ofWhole(told, mayHaveRun));
        return true;
    }

    // A lane that reached no node tried all of them; others may have found no slot at some.
    private static FailureKind sort(Failure failure) {
        return failure.kind() == FailureKind.UPSTREAM_CONNECT ? FailureKind.NO_UPSTREAM : failure.kind();
    }

    // The wording is the one that the items' results would have.
    private static Failure ofWhole(Failure failure, boolean mayHaveRun) {
        if (mayHaveRun) {
            return Failure.of(FailureKind.OUTCOME_UNKNOWN, failure.reason() + "; items of the bulk may be stored");
        }
        return switch (failure.kind()) {
            case UPSTREAM_RESET, UPSTREAM_TIMEOUT ->
                Failure.of(FailureKind.NOT_EXECUTED, failure.reason() + "; no item of the bulk was executed");
            default -> failure;
        };
    }

    /** Gives all results to the merger, and the heads of answers with results to the others. */
    void merge(BulkResponseMerger merger, AnswerHeaders headers) {
        for (LaneResult result : results) {
            merger.source(result.lane().number(), result.take());
            HttpResponse head = result.lane().head();
            if (head != null && result.hasResults()) {
                headers.add(head);
            }
        }
    }

    /** The items of a lane whose results broke, all as failed; given away. */
    FailedItems lost(int lane) {
        return results.get(lane).lost();
    }

    @Override
    public void close() {
        results.forEach(LaneResult::close);
        retries.close();
    }
}
