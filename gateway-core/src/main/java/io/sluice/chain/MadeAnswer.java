package io.sluice.chain;

import io.sluice.api.Exchange;
import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.ByteStage;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonRewriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole answer that no node has given, but the gateway or a filter. Immutable.
 *
 * @param head its head
 * @param body its body, not to be changed
 */
// Answers are written, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record MadeAnswer(ResponseHead head, byte[] body) {
    private static final Logger LOG = LoggerFactory.getLogger(MadeAnswer.class);

    /**
     * The answer as a filter leaves it. One that fails over the head is logged, and its change left out; what it fails to rewrite is
     * not shown. An error whose body is rewritten stays that error.
     *
     * @param limits limits of the body if the filter may rewrite it; null if it may only change the head
     */
    MadeAnswer seenBy(NamedFilter filter, Exchange exchange, @Nullable JsonLimits limits) {
        ResponsePlan plan;
        try {
            plan = filter.filter().onResponse(head, exchange);
        } catch (Throwable e) {
            failed(filter, exchange, e);
            return this;
        }
        return switch (plan) {
            case ResponsePlan.Head next ->
                next.head() != null && ResponseChain.mayReplace(next.head(), head)
                        ? new MadeAnswer(next.head(), body)
                        : this;
            case ResponsePlan.Json json ->
                limits == null || !hasJson() || json.head() == null
                        ? this
                        : new MadeAnswer(json.head().withStatus(head.status()), body)
                                .rewritten(filter, exchange, new JsonRewriter(json.visitor(), limits));
            case null -> this;
            default -> this;
        };
    }

    private boolean hasJson() {
        return body.length > 0 && ResponseChain.isJson(head);
    }

    private MadeAnswer rewritten(NamedFilter filter, Exchange exchange, ByteStage stage) {
        try {
            return through(stage);
        } catch (Throwable e) {
            failed(filter, exchange, e);
            Failure failure = Failure.of(FailureKind.FILTER_FAILED, "filter " + filter.name() + " failed");
            return of(failure.reply(), head.origin());
        }
    }

    private static void failed(NamedFilter filter, Exchange exchange, Throwable thrown) {
        LOG.atError()
                .addKeyValue("filter", filter.name())
                .addKeyValue("request", exchange.id())
                .setCause(thrown)
                .log("a filter failed on an answer");
    }

    /** This answer with the results of items that a filter took out of a bulk; unchanged if it is no answer to a bulk. */
    MadeAnswer with(Rejecting rejecting) {
        ByteStage inserter = hasJson() ? rejecting.inserter(head) : null;
        return inserter == null ? this : through(inserter);
    }

    private MadeAnswer through(ByteStage stage) {
        Reply reply = new Reply(head.status(), head.headers(), body);
        Reply whole = ReplyBody.through(stage, reply);
        return whole.status() == head.status() ? new MadeAnswer(head, whole.body()) : of(whole, head.origin());
    }

    /** The answer that a reply is. */
    public static MadeAnswer of(Reply reply, ResponseHead.Origin origin) {
        return new MadeAnswer(new ResponseHead(reply.status(), reply.headers(), origin), reply.body());
    }
}
