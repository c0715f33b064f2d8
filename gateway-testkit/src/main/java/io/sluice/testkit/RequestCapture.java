package io.sluice.testkit;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.chain.RequestOutcome;
import io.sluice.failure.Failure;
import org.jspecify.annotations.Nullable;

/** Notes how the plans for a request fold, and its body. */
final class RequestCapture extends BodyCapture implements RequestOutcome {

    private @Nullable RequestHead planned;
    private boolean bodyNeeded;

    @Override
    public void onBodyNeeded() {
        bodyNeeded = true;
    }

    @Override
    public void onPlanned(RequestHead head) {
        planned = head;
    }

    @Override
    public void onAnswer(Reply reply) {
        refuse(reply);
    }

    @Override
    public void onPlanFailure(Failure failure) {
        fail(failure);
    }

    @Nullable RequestHead planned() {
        return planned;
    }

    boolean bodyNeeded() {
        return bodyNeeded;
    }

    boolean settled() {
        return planned != null || stopped();
    }
}
