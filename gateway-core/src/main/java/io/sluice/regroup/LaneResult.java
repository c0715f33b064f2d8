package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.sluice.bulk.answer.FailedItems;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.bulk.answer.ItemSource;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.bulk.line.SentItems;
import io.sluice.bulk.retry.RetryPlan;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What came of the items of one lane: its node's results, with those of the items that were sent again at their places, or the
 * gateway's own where the node gave none. Owns the source until it is taken. On the bulk's event loop.
 */
final class LaneResult implements AutoCloseable {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_EXECUTED = 503;

    private final Lane lane;
    private final Round round;
    private final Retries retries;
    private @Nullable ItemSource source;
    private @Nullable ItemRetry retry;
    /** How often the lane's items were sent. */
    private int sent = 1;

    LaneResult(Lane lane, Round round, Retries retries) {
        this.lane = lane;
        this.round = round;
        this.retries = retries;
    }

    Lane lane() {
        return lane;
    }

    /** Whether nothing is awaited but the rest of the results. */
    boolean isFinal() {
        return source != null;
    }

    /** Whether the node gave results. */
    boolean hasResults() {
        return lane.answer() != null || lane.cutAnswer() != null;
    }

    /** The results, given away; there must be some. */
    ItemSource take() {
        if (source == null) {
            throw new IllegalStateException("nothing is known of lane " + lane.number());
        }
        return source;
    }

    /** Checks the state and requests missing results. */
    void advance() {
        if (retry != null || source != null && source.broken() == null) {
            return;
        }
        if (!lane.isDecided()) {
            lane.read();
        } else if (lane.failure() != null) {
            failed(lane.failure());
        } else if (lane.refused() != null) {
            refused(lane.refused());
        } else {
            answered(Objects.requireNonNull(lane.answer()));
        }
    }

    /** All items as failed, for what is missing of results that broke after they had been taken; given away. */
    FailedItems lost() {
        return failed(failureOf(Objects.requireNonNull(lane.failure())));
    }

    // The results that came before an answer was cut off are true.
    private void failed(Failure failure) {
        SubAnswer cut = lane.cutAnswer();
        FailedItems failed = failed(failureOf(failure));
        source = cut == null ? failed : cut.completedBy(failed);
    }

    private void refused(RefusedAnswer answer) {
        if (answer.status() == TOO_MANY_REQUESTS && round.retention().complete() && sent < retries.attempts()) {
            retries.later(sent++, lane::sendAgain);
            lane.awaitAgain();
        } else {
            round.split().trace().refused(answer.status());
            source = failed(round.split().refused(answer));
        }
    }

    private void answered(SubAnswer answer) {
        boolean mayRetry = answer.errors() && round.retention().complete() && sent < retries.attempts();
        if (!mayRetry || answer.buffered() > retries.heldBytes()) {
            source = answer;
        } else if (!answer.ended()) {
            lane.read();
        } else {
            retry(answer);
        }
    }

    private void retry(SubAnswer answer) {
        RetryPlan plan = retries.plan(kept(), answer);
        if (plan.isEmpty()) {
            source = answer;
            return;
        }
        retry = new ItemRetry(lane, retries, plan, sent, results -> {
            retry = null;
            source = plan.splice(answer, results);
            lane.onProgress();
        });
    }

    private SentItems kept() {
        return round.split().sent(lane.kept().parts(), lane);
    }

    private FailedItems failed(ItemFailure failure) {
        round.split().trace().failed(failure);
        List<ByteBuf> named = lane.kept().copies();
        return FailedItems.of(
                failure,
                round.order(),
                lane.number(),
                lane.items(),
                round.split().sent(named, lane));
    }

    private ItemFailure failureOf(Failure failure) {
        return failureOf(failure, lane.mayHaveRun(), round.split().typed());
    }

    /** The text of an item's result for a failure. */
    static ItemFailure failureOf(Failure failure, boolean mayHaveRun, boolean typed) {
        if (mayHaveRun) {
            return ItemFailure.unknown(failure.reason(), typed);
        }
        int status = failure.kind() == FailureKind.OVERLOADED ? TOO_MANY_REQUESTS : NOT_EXECUTED;
        return new ItemFailure(status, "sluice_not_executed", failure.reason() + "; the item was not executed", typed);
    }

    @Override
    public void close() {
        if (retry != null) {
            retry.close();
        }
        if (source != null) {
            source.close();
        }
    }
}
