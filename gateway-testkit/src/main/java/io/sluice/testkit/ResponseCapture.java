package io.sluice.testkit;

import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.chain.ResponseChain;
import io.sluice.failure.Failure;
import org.jspecify.annotations.Nullable;

/** Notes how the plans for a response fold, and its body. */
final class ResponseCapture extends BodyCapture implements ResponseChain.ResponseSide {

    private @Nullable ResponseHead planned;
    private boolean bodyNeeded;

    @Override
    public void onResponseBodyNeeded() {
        bodyNeeded = true;
    }

    @Override
    public void onResponsePlanned(ResponseHead head) {
        planned = head;
    }

    @Override
    public void onResponseAnswer(Reply reply) {
        refuse(reply);
    }

    @Override
    public void onResponsePlanFailure(Failure failure) {
        fail(failure);
    }

    @Nullable ResponseHead planned() {
        return planned;
    }

    boolean bodyNeeded() {
        return bodyNeeded;
    }
}
