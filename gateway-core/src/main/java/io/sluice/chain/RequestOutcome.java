package io.sluice.chain;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.failure.Failure;

/** Hears how the filters' plans fold. Called on the exchange's event loop; exactly one of the last three ends the planning. */
public interface RequestOutcome {

    /** A filter wants the whole body before the planning goes on: write it to the chain. */
    void onBodyNeeded();

    /** A filter's plan comes later: its time begins. */
    void onPlanLater();

    /** The head is final; the body, unless already collected, may stream through the chain. */
    void onPlanned(RequestHead head);

    /** A filter answered. */
    void onAnswer(Reply reply);

    /** A filter failed. */
    void onPlanFailure(Failure failure);
}
