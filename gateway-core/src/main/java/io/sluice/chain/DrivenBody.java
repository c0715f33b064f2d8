package io.sluice.chain;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.failure.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Takes what leaves a chain under a {@link ChainDriver}, and records how the planning and the body ended. Accepts any amount. For one
 * request or one answer, on one thread.
 */
public abstract class DrivenBody implements RequestOutcome, ResponseChain.ResponseSide {
    private @Nullable RequestHead request;
    private @Nullable ResponseHead response;
    private @Nullable Reply refusal;
    private @Nullable Failure failure;
    private boolean bodyNeeded;
    private boolean ended;

    /** The request's head as the filters left it; null until the planning is over, and if it failed or a filter answered. */
    public final @Nullable RequestHead request() {
        return request;
    }

    /** The answer's head as the filters left it; null until the planning is over, and if it failed or a filter answered. */
    public final @Nullable ResponseHead response() {
        return response;
    }

    /** A filter's own answer; null if no filter answered. */
    public final @Nullable Reply refusal() {
        return refusal;
    }

    /** Why the request or the answer failed; null if it did not. */
    public final @Nullable Failure failure() {
        return failure;
    }

    /** Whether a filter answered, or a failure ended the body or its planning. */
    public final boolean stopped() {
        return refusal != null || failure != null;
    }

    /** Whether the last byte has left the chain. */
    public final boolean ended() {
        return ended;
    }

    /** Whether the planning is over. */
    final boolean settled() {
        return request != null || response != null || stopped();
    }

    /** Whether a filter waited for the whole body, or for its first line. */
    final boolean bodyNeeded() {
        return bodyNeeded;
    }

    @Override
    public final void onBodyNeeded() {
        bodyNeeded = true;
    }

    @Override
    public final void onPlanLater() {}

    @Override
    public final void onPlanned(RequestHead head) {
        request = head;
    }

    @Override
    public final void onAnswer(Reply reply) {
        refusal = reply;
    }

    @Override
    public final void onPlanFailure(Failure problem) {
        failure = problem;
    }

    @Override
    public final void onResponseBodyNeeded() {
        bodyNeeded = true;
    }

    @Override
    public final void onResponsePlanned(ResponseHead head) {
        response = head;
    }

    @Override
    public final void onResponseResumed() {}

    @Override
    public final void onResponseAnswer(Reply reply) {
        refusal = reply;
    }

    @Override
    public final void onResponsePlanFailure(Failure problem) {
        failure = problem;
    }

    @Override
    public final boolean isWritable() {
        return true;
    }

    @Override
    public void end() {
        ended = true;
    }

    @Override
    public final void refuse(Reply reply) {
        refusal = reply;
    }

    @Override
    public final void fail(Failure problem) {
        failure = problem;
    }
}
