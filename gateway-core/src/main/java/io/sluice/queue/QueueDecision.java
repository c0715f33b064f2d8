package io.sluice.queue;

import io.sluice.api.Reply;
import io.sluice.failure.Failure;

/** What is done with a request of a flow that ends in a queue. */
public sealed interface QueueDecision {

    /** It is no write that a queue can keep, and goes to the queue's cluster at once. */
    enum Pass implements QueueDecision {
        INSTANCE
    }

    /** It is a write that asks for what a queue cannot promise, or that a server would refuse for its head. */
    record Refusal(Reply reply) implements QueueDecision {
        static Refusal of(String reason) {
            return new Refusal(Reply.error(400, "illegal_argument_exception", reason));
        }
    }

    /**
     * The queue does not take it, whatever it asks for.
     *
     * @param failure what the answer means
     */
    record NotTaken(Reply reply, Failure failure) implements QueueDecision {}

    /** The queue keeps it, if its body is as a server takes it. */
    record Keep(Write write) implements QueueDecision {}
}
