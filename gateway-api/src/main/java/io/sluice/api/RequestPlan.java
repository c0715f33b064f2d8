package io.sluice.api;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What a filter needs for one request, as a value. The head given is the one that the next filter and the upstream see. */
public sealed interface RequestPlan {

    /** Passes the request on untouched. */
    static RequestPlan pass() {
        return Pass.INSTANCE;
    }

    /** Ends the request with an answer of the filter's own. */
    static RequestPlan answer(Reply reply) {
        return new Answer(reply);
    }

    /** Ends the request with an error in Elasticsearch's shape; see {@link Reply#refusal}. */
    static RequestPlan refuse(int status, String reason) {
        return new Answer(Reply.refusal(status, reason));
    }

    /**
     * This plan with a change applied to its outcome. For an Aggregate, FirstLine or Later {@code change} gets the plan that its function
     * makes, once it is made; for any other plan it gets the plan itself, now. So one part of a filter can wrap the plan of another part.
     *
     * @param change called on the exchange's event loop
     */
    default RequestPlan map(UnaryOperator<RequestPlan> change) {
        return switch (this) {
            case Aggregate whole ->
                new Aggregate(whole.maxBytes, body -> whole.then.apply(body).map(change));
            case FirstLine line ->
                new FirstLine(line.maxBytes, body -> line.then.apply(body).map(change));
            case Later<?> later -> later.mapped(change);
            default -> change.apply(this);
        };
    }

    /** The request goes on untouched. */
    record Pass() implements RequestPlan {
        private static final Pass INSTANCE = new Pass();
    }

    /** Another head; the body is never looked at. */
    record Head(RequestHead head) implements RequestPlan {}

    /** The body is one JSON value, edited while it streams. */
    record Json(RequestHead head, JsonVisitor visitor) implements RequestPlan {}

    /** The body is a JSON value a line, as in {@code _msearch}. */
    record Ndjson(RequestHead head, LineVisitor visitor) implements RequestPlan {}

    /** The body is a bulk; the visitor decides item by item. */
    record Bulk(RequestHead head, BulkVisitor visitor) implements RequestPlan {}

    /**
     * A Json, Ndjson or Bulk that only looks: the body goes on as it came, whatever the visitor makes of it, and even if nobody can read it.
     * A body that the client encoded, gzip too, counts as one that cannot be read, unless a filter asked before reads it for a plan that
     * does not only look.
     *
     * @param plan whose edits count nothing; its head goes on
     * @param onUnread called on the exchange's event loop, at most once: the body cannot be read, or the visitor has refused it, and is not
     *     asked about the rest
     */
    record Watch(RequestPlan plan, Runnable onUnread) implements RequestPlan {
        public Watch {
            if (!(plan instanceof Json || plan instanceof Ndjson || plan instanceof Bulk)) {
                throw new IllegalArgumentException("does not look into a body: " + plan);
            }
        }

        /** The head that goes on. */
        public RequestHead head() {
            return switch (plan) {
                case Json json -> json.head();
                case Ndjson lines -> lines.head();
                case Bulk items -> items.head();
                default -> throw new IllegalStateException("does not look into a body: " + plan);
            };
        }
    }

    /** The body is transformed as bytes. */
    record Stream(RequestHead head, BodyTransform transform) implements RequestPlan {}

    /**
     * The whole body is collected first; if it has more than {@code maxBytes} (after decompression), the client gets 413. The buffer that
     * {@code then} gets is lent for the call. Another Aggregate that it returns gets the same body; a FirstLine must not follow.
     */
    record Aggregate(int maxBytes, Function<ByteBuf, RequestPlan> then) implements RequestPlan {
        public Aggregate {
            if (maxBytes <= 0) {
                throw new IllegalArgumentException("maxBytes must be positive, is " + maxBytes);
            }
        }
    }

    /**
     * The body is held until its first line, or the whole body, has arrived. Then {@code then} makes the plan, and the body streams
     * from its first byte. If {@code maxBytes} (after decompression) arrive without a line feed, the client gets 413.
     * The buffer that {@code then} gets begins with the first line, may have more after its line feed, and is lent for the call.
     * The plan it returns must be neither an Aggregate nor a FirstLine.
     */
    record FirstLine(int maxBytes, Function<ByteBuf, RequestPlan> then) implements RequestPlan {
        public FirstLine {
            if (maxBytes <= 0) {
                throw new IllegalArgumentException("maxBytes must be positive, is " + maxBytes);
            }
        }
    }

    /** The filter answers by itself; nothing goes upstream. */
    record Answer(Reply reply) implements RequestPlan {}

    /**
     * The plan comes later: the stage may complete on any thread, {@code then} makes the plan of its value on the exchange's event
     * loop, where the exchange may be used. The body is not read meanwhile. If the stage is late or fails, the exchange ends with 500.
     *
     * @param <T> the type of the stage's value
     */
    record Later<T>(CompletionStage<T> stage, Function<? super T, ? extends RequestPlan> then) implements RequestPlan {
        private Later<T> mapped(UnaryOperator<RequestPlan> change) {
            return new Later<>(stage, value -> then.apply(value).map(change));
        }
    }
}
