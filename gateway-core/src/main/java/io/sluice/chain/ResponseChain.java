package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Exchange;
import io.sluice.api.MediaTypes;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.BodySide;
import io.sluice.json.ByteStage;
import io.sluice.json.JsonRewriter;
import io.sluice.tracing.FilterSpans;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the filters that saw the request, last to first, what they want with the response, and carries its body through what they
 * asked for. On the exchange's event loop, for one exchange.
 */
public final class ResponseChain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ResponseChain.class);
    private static final int PARTIAL_CONTENT = 206;
    private static final int UPSTREAM_FAULT = 502;
    private static final String TWICE = "an Aggregate may not follow an Aggregate";

    private final List<NamedFilter> filters;
    private final List<Rejecting> rejecting;
    private final Exchange exchange;
    private final ResponseOutcome outcome;
    private final BodyLimits limits;
    private final Executor loop;
    private final BodyFlow body;
    /** Null if the request is not traced. */
    private final @Nullable FilterSpans spans;

    private ResponseHead head;
    private int left;
    /** The filter that answered by its plan, or failed to make one. */
    private @Nullable String endedBy;

    /** The filter whose plan comes later; null if none is awaited. */
    private @Nullable NamedFilter awaited;

    private boolean over;

    /**
     * What filters made of a request.
     *
     * @param head as they left it
     * @param filters those that saw the request
     * @param rejecting those of them that may have taken items out of a bulk: the results are put in behind their own plans
     */
    record Planned(RequestHead head, List<NamedFilter> filters, List<Rejecting> rejecting) {}

    ResponseChain(Planned request, ResponseHead head, RequestChain.Surroundings around, ResponseSide side) {
        this.filters = request.filters();
        this.left = filters.size();
        this.rejecting = request.rejecting();
        this.head = head;
        this.exchange = around.exchange();
        this.limits = around.limits();
        this.loop = around.loop();
        ResponseSide kept = ExecutedRequest.of(side, request.head(), head);
        this.outcome = kept;
        this.body = new BodyFlow(kept, BodySide.ANSWER, around);
        this.spans = around.spans(FilterSpans.Subject.RESPONSE);
    }

    /** Who hears of the plans and takes the body. */
    public interface ResponseSide extends ResponseOutcome, BodyOutput {}

    /** Asks the filters, from the last, or on from where a body was needed. */
    public void advance() {
        while (left > 0) {
            NamedFilter filter = filters.get(--left);
            if (spans != null) {
                spans.next(filter.type(), filter.name());
            }
            long began = System.nanoTime();
            boolean goOn = ask(filter);
            filter.nanos().accept(System.nanoTime() - began);
            if (!goOn) {
                return;
            }
        }
        if (!over) {
            over = true;
            if (spans != null) {
                spans.end();
            }
            outcome.onResponsePlanned(head);
        }
    }

    /** The filter that ended the answer of the node; null if none did. */
    @Nullable String endedBy() {
        return endedBy == null ? body.stoppedBy() : endedBy;
    }

    /** Whether a filter's plan is awaited. */
    public boolean awaitsPlan() {
        return awaited != null;
    }

    /** The time of the plan that is awaited is over. */
    public void planLate(Failure failure) {
        ended(Objects.requireNonNull(awaited), failure);
    }

    /** Compresses what leaves the chain; to be called when the planning is over. */
    public void compress() {
        body.add("gzip", nanos -> {}, new GzipStage());
    }

    /** The body's way through what the filters asked for. */
    public BodyFlow body() {
        return body;
    }

    private boolean ask(NamedFilter filter) {
        ResponsePlan plan;
        try {
            plan = filter.filter().onResponse(head, exchange);
        } catch (Throwable e) {
            return failed(filter, e);
        }
        if (spans != null && plan instanceof ResponsePlan.Pass) {
            spans.drop();
        }
        return applied(filter, plan, true);
    }

    private boolean applied(NamedFilter filter, @Nullable ResponsePlan plan, boolean mayCollect) {
        boolean goOn = apply(filter, plan, mayCollect);
        if (goOn) {
            insertRejections(filter);
        }
        return goOn;
    }

    // They are named as its client names them, so its own plan has no say over them.
    private void insertRejections(NamedFilter filter) {
        for (Rejecting each : rejecting) {
            ByteStage inserter = each.filter().equals(filter) ? each.inserter(head) : null;
            if (inserter != null) {
                body.add(filter.name(), nanos -> {}, inserter);
            }
        }
    }

    private boolean apply(NamedFilter filter, @Nullable ResponsePlan plan, boolean mayCollect) {
        return switch (plan) {
            case null -> failed(filter, new NullPointerException("the plan is null"));
            case ResponsePlan.Pass pass -> true;
            case ResponsePlan.Head next -> take(filter, next.head());
            case ResponsePlan.Json json -> json(filter, json);
            case ResponsePlan.Stream stream -> stage(filter, stream.head(), new TransformStage(stream.transform()));
            case ResponsePlan.Aggregate whole ->
                mayCollect ? collect(filter, whole) : failed(filter, new IllegalStateException(TWICE));
            case ResponsePlan.Later<?> later -> await(filter, later, mayCollect);
            case ResponsePlan.Answer answer -> answer(filter, answer.reply());
        };
    }

    /** Whether the Content-Type says JSON. */
    static boolean isJson(ResponseHead head) {
        return MediaTypes.isJson(head.headers().get("Content-Type"));
    }

    private boolean json(NamedFilter filter, ResponsePlan.Json plan) {
        boolean partial = head.status() == PARTIAL_CONTENT;
        if (isJson(head) && !partial) {
            return stage(filter, plan.head(), new JsonRewriter(plan.visitor(), limits.json(), BodySide.ANSWER));
        }
        if (hasNoBody()) {
            return take(filter, plan.head());
        }
        return ended(
                filter,
                BodySide.ANSWER.failure(
                        FailureKind.UPSTREAM_ANSWER,
                        (partial ? "it is only a part of what " : "its Content-Type is not JSON, which ")
                                + filter.name() + " rewrites"));
    }

    // An answer without a body names no type.
    private boolean hasNoBody() {
        return exchange.original().method().equals("HEAD")
                || isBodyless(head)
                || "0".equals(head.headers().get("Content-Length"));
    }

    private boolean answer(NamedFilter filter, @Nullable Reply reply) {
        if (reply == null) {
            return failed(filter, new NullPointerException("the answer is null"));
        }
        over = true;
        endedBy = filter.name();
        if (spans != null) {
            spans.answered(reply.status());
        }
        outcome.onResponseAnswer(reply);
        return false;
    }

    private boolean take(NamedFilter filter, @Nullable ResponseHead next) {
        if (next == null) {
            return failed(filter, new NullPointerException("the head is null"));
        }
        if (!mayReplace(next, head)) {
            return failed(
                    filter, new IllegalStateException("no filter may make " + next.status() + " of " + head.status()));
        }
        head = next;
        return true;
    }

    /** Whether a filter's head can replace another: its status must be a final one, and must allow a body if the other does. */
    static boolean mayReplace(ResponseHead next, ResponseHead before) {
        boolean isFinal = next.status() >= 200 && next.status() <= 599;
        return next.status() == before.status() || isFinal && (isBodyless(before) || !isBodyless(next));
    }

    /** Whether no body follows the head, whatever the request's method. */
    static boolean isBodyless(ResponseHead head) {
        return head.status() == 204 || head.status() == 304;
    }

    private boolean stage(NamedFilter filter, ResponseHead next, ByteStage stage) {
        boolean taken = take(filter, next);
        if (taken) {
            body.add(filter.name(), filter.nanos(), stage);
        }
        return taken;
    }

    private boolean collect(NamedFilter filter, ResponsePlan.Aggregate plan) {
        int maxBytes = plan.maxBytes();
        Failure tooLarge = new Failure(
                FailureKind.TOO_LARGE,
                UPSTREAM_FAULT,
                "the answer is larger than the " + maxBytes + " bytes that filter " + filter.name() + " looks into");
        boolean atOnce = body.hasCollected();
        body.collect(
                new Aggregator.Bounds(maxBytes, false, tooLarge), whole -> onCollected(filter, plan.then(), whole));
        if (!atOnce) {
            outcome.onResponseBodyNeeded();
        }
        return false;
    }

    private void onCollected(NamedFilter filter, Function<ByteBuf, ResponsePlan> then, ByteBuf whole) {
        ResponsePlan plan;
        try {
            plan = then.apply(whole);
        } catch (Throwable e) {
            failed(filter, e);
            return;
        }
        if (applied(filter, plan, false)) {
            advance();
        }
    }

    private <T> boolean await(NamedFilter filter, ResponsePlan.Later<T> later, boolean mayCollect) {
        awaited = filter;
        outcome.onPlanLater();
        later.stage()
                .whenComplete((value, problem) -> loop.execute(() -> {
                    if (!over) {
                        awaited = null;
                        onCame(filter, later, value, problem, mayCollect);
                        outcome.onResponseResumed();
                    }
                }));
        return false;
    }

    private <T> void onCame(
            NamedFilter filter,
            ResponsePlan.Later<T> later,
            @Nullable T value,
            @Nullable Throwable problem,
            boolean mayCollect) {
        if (problem != null) {
            failed(filter, problem);
            return;
        }
        ResponsePlan plan;
        try {
            plan = later.then().apply(value);
        } catch (Throwable e) {
            failed(filter, e);
            return;
        }
        if (applied(filter, plan, mayCollect)) {
            advance();
        }
    }

    private boolean failed(NamedFilter filter, Throwable cause) {
        if (!over) {
            LOG.atError()
                    .addKeyValue("filter", filter.name())
                    .addKeyValue("request", exchange.id())
                    .setCause(cause)
                    .log("a filter failed on a response");
            ended(filter, Failure.of(FailureKind.FILTER_FAILED, "filter " + filter.name() + " failed"));
        }
        return false;
    }

    private boolean ended(NamedFilter filter, Failure failure) {
        over = true;
        endedBy = filter.name();
        if (spans != null) {
            spans.failed(failure.kind().tag());
        }
        outcome.onResponsePlanFailure(failure);
        return false;
    }

    @Override
    public void close() {
        over = true;
        if (spans != null) {
            spans.close();
        }
        body.close();
    }
}
