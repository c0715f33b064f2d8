package io.sluice.chain;

import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.failure.Failure;

/** Hears how the filters' plans for a response fold. Called on the exchange's event loop. */
public interface ResponseOutcome {

    /** A filter wants the whole body before the head can go out: write it to the chain. */
    void onResponseBodyNeeded();

    /** A filter's plan comes later: its time begins. */
    void onPlanLater();

    /** The head is final. */
    void onResponsePlanned(ResponseHead head);

    /** A filter answers instead of the upstream, whose body must be discarded. */
    void onResponseAnswer(Reply reply);

    /** The planning went on after it had waited; what came meanwhile can go on, too. */
    void onResponseResumed();

    /** A filter failed. */
    void onResponsePlanFailure(Failure failure);
}
