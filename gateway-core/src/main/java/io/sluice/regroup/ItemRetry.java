package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.bulk.answer.FailedItems;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.bulk.answer.ItemSource;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.bulk.retry.RetryPlan;
import io.sluice.failure.Failure;
import io.sluice.upstream.BulkSlots;
import io.sluice.upstream.UpstreamNode;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Items that a node refused, sent to it once more, and again where it refuses some of them. Waits for a slot holding none. Owns
 * what it sends and what comes of it. On the bulk's event loop.
 */
final class ItemRetry implements SubRequest.Listener, BulkSlots.Waiter, AutoCloseable {
    private final Lane lane;
    private final Retries retries;
    private final Consumer<ItemSource> then;
    private final int count;
    private final List<ByteBuf> body;
    private final int sent;
    private BulkSlots.@Nullable Reservation reservation;
    private @Nullable SubRequest request;
    private @Nullable NodeAnswer answer;
    private @Nullable ItemRetry next;
    private boolean done;

    /**
     * Sends items again after a pause.
     *
     * @param plan of which the body is taken
     * @param sent how often the items were sent before
     * @param then takes over the results, of every item of the plan; called once unless this is closed before
     */
    ItemRetry(Lane lane, Retries retries, RetryPlan plan, int sent, Consumer<ItemSource> then) {
        this.lane = lane;
        this.retries = retries;
        this.then = then;
        this.count = plan.count();
        this.body = plan.takeBody();
        this.sent = sent + 1;
        retries.later(sent, this::reserve);
    }

    private BulkSlots slots() {
        return lane.cluster().cluster().slots();
    }

    private void reserve() {
        if (!done) {
            reservation = slots().reserve(
                            List.of(lane.node()), this, retries.split().call().loop());
        }
    }

    @Override
    public void onSlots() {
        if (done) {
            return;
        }
        reservation = null;
        SubRequest again = new SubRequest(retries.split().call(), lane.site(), lane.node(), this);
        request = again;
        body.forEach(part -> again.add(part.retainedDuplicate()));
        again.complete();
        again.open();
    }

    @Override
    public int items() {
        return count;
    }

    @Override
    public void onReached(UpstreamNode node) {
        // The items count for the node that had them first.
    }

    @Override
    public void onAnswerHead(HttpResponse head) {
        answer = new NodeAnswer(head, count, mergeBytes());
    }

    @Override
    public void onAnswerContent(HttpContent content) {
        boolean last = content instanceof LastHttpContent;
        NodeAnswer current = Objects.requireNonNull(answer);
        current.add(content);
        SubAnswer results = current.results();
        RefusedAnswer refused = current.refused();
        if (results != null && (last || problem(results) != null)) {
            answered(results);
        } else if (last && refused != null) {
            retries.split().trace().refused(refused.status());
            fail(retries.split().refused(refused));
        }
    }

    // All of it is held until it is known whether some of it is sent once more.
    private @Nullable String problem(SubAnswer results) {
        boolean tooLong = !results.ended() && results.buffered() > mergeBytes();
        return tooLong ? "the answer is longer than the " + mergeBytes() + " bytes that are held" : results.broken();
    }

    private long mergeBytes() {
        return retries.split().regrouping().config().mergeBytes().bytes();
    }

    private void answered(SubAnswer results) {
        String broken = problem(results);
        if (broken != null) {
            Objects.requireNonNull(request).abort();
            // The results that came are true.
            results.end();
            if (!results.ended()) {
                fail(ItemFailure.unknown(broken, retries.split().typed()));
                return;
            }
        }
        RetryPlan plan =
                sent < retries.attempts() ? retries.plan(retries.split().sent(body, lane), results) : null;
        if (plan == null || plan.isEmpty()) {
            finish(results);
        } else {
            next = new ItemRetry(lane, retries, plan, sent, again -> finish(plan.splice(results, again)));
        }
    }

    private void fail(ItemFailure failure) {
        retries.split().trace().failed(failure);
        List<ByteBuf> named = body.stream().map(ByteBuf::retainedDuplicate).toList();
        FailedItems failed = FailedItems.ofRetry(failure, count, retries.split().sent(named, lane));
        SubAnswer results = answer == null ? null : answer.results();
        if (results != null && results.isCut()) {
            finish(results.completedBy(failed));
        } else {
            if (results != null) {
                results.close();
            }
            finish(failed);
        }
    }

    private void finish(ItemSource results) {
        if (done) {
            results.close();
            return;
        }
        done = true;
        release();
        then.accept(results);
    }

    @Override
    public void onFailure(Failure failure, boolean mayHaveRun) {
        SubAnswer results = answer == null ? null : answer.results();
        if (results != null) {
            results.end();
        }
        fail(LaneResult.failureOf(failure, mayHaveRun, retries.split().typed()));
    }

    @Override
    public void onProgress() {
        if (request != null) {
            request.read();
        }
    }

    private void release() {
        body.forEach(ByteBuf::release);
    }

    @Override
    public void close() {
        if (done) {
            return;
        }
        done = true;
        if (reservation != null) {
            slots().cancel(reservation);
        }
        if (request != null) {
            request.abort();
        }
        if (next != null) {
            next.close();
        }
        if (answer != null) {
            answer.close();
        }
        release();
    }
}
