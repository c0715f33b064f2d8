package io.sluice.api;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What a filter needs for one response, as a value. */
public sealed interface ResponsePlan {

    /** Passes the response on untouched. */
    static ResponsePlan pass() {
        return Pass.INSTANCE;
    }

    /** The response goes on untouched. */
    record Pass() implements ResponsePlan {
        private static final Pass INSTANCE = new Pass();
    }

    /** Another head; the body is never looked at. */
    record Head(ResponseHead head) implements ResponsePlan {}

    /** The body is one JSON value, edited while it streams; a body of another type ends the exchange with 502. */
    record Json(ResponseHead head, JsonVisitor visitor) implements ResponsePlan {}

    /** The body is transformed as bytes. */
    record Stream(ResponseHead head, BodyTransform transform) implements ResponsePlan {}

    /**
     * The whole body is collected first; at more than {@code maxBytes} the client gets 502. The buffer that {@code then} gets is
     * lent for the call. The plan it returns must not be another Aggregate.
     */
    record Aggregate(int maxBytes, Function<ByteBuf, ResponsePlan> then) implements ResponsePlan {
        public Aggregate {
            if (maxBytes <= 0) {
                throw new IllegalArgumentException("maxBytes must be positive, is " + maxBytes);
            }
        }
    }

    /**
     * The plan comes later: the stage may complete on any thread, {@code then} makes the plan of its value on the exchange's event
     * loop, where the exchange may be used. The answer waits meanwhile. If the stage fails, or takes longer than
     * {@code plugins.filterTimeout}, the exchange fails, though the cluster has executed the request. For answers that a node made; for
     * others it is a {@link Pass}.
     *
     * @param <T> the type of the stage's value
     */
    record Later<T>(CompletionStage<T> stage, Function<? super T, ? extends ResponsePlan> then)
            implements ResponsePlan {}

    /** The filter's own answer takes the place of the upstream's, whose body is discarded. */
    record Answer(Reply reply) implements ResponsePlan {}
}
