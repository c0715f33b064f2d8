package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.BulkDefaults;
import io.sluice.api.Exchange;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.bulk.line.BulkRewriter;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.BodySide;
import io.sluice.json.ByteStage;
import io.sluice.json.JsonRewriter;
import io.sluice.json.NdjsonRewriter;
import io.sluice.tracing.FilterSpans;
import io.sluice.tracing.RequestTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the filters of a flow, one after another, what they want with a request, and carries its body through what they asked for.
 * On the exchange's event loop, for one exchange.
 */
public final class RequestChain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestChain.class);
    private static final String TWICE =
            "an Aggregate may follow an Aggregate at once; nothing else that collects may follow";

    private final List<NamedFilter> filters;
    private final Exchange exchange;
    private final Surroundings around;
    private final RequestOutcome outcome;
    private final BodyLimits limits;
    private final BodyFlow body;
    /** The client sent the body encoded. */
    private final boolean encoded;
    /** Null if the request is not traced. */
    private final @Nullable FilterSpans spans;

    private RequestHead head;
    private final List<Rejecting> rejecting = new ArrayList<>(0);
    /** What filters put into an empty body; null where only they know. */
    private @Nullable MadeBody made;

    private @Nullable ResponseChain back;
    private int asked;
    /** True once a filter has answered in its plan: the last that was asked. */
    private boolean answered;
    /** A filter reads the body as JSON. */
    private boolean readsJson;
    /** Whether the planning is over: planned, answered, failed or closed. */
    private boolean over;

    /**
     * Everything a chain needs of its exchange.
     *
     * @param trace gets the spans of the filters; null if the request is not traced
     */
    public record Surroundings(
            Exchange exchange,
            Executor loop,
            BodyLimits limits,
            ByteBufAllocator allocator,
            @Nullable RequestTrace trace) {

        /** Surroundings of a request that is not traced. */
        public Surroundings(Exchange exchange, Executor loop, BodyLimits limits, ByteBufAllocator allocator) {
            this(exchange, loop, limits, allocator, null);
        }

        /** The spans of the filters on one way; null if the request is not traced. */
        @Nullable FilterSpans spans(FilterSpans.Subject subject) {
            return trace == null ? null : trace.filters(subject);
        }
    }

    public RequestChain(
            List<NamedFilter> filters,
            RequestHead head,
            Surroundings around,
            RequestOutcome outcome,
            BodyOutput output) {
        this.filters = filters;
        this.head = head;
        this.exchange = around.exchange();
        this.around = around;
        this.limits = around.limits();
        this.outcome = outcome;
        this.body = new BodyFlow(output, BodySide.REQUEST, around);
        this.encoded = BodyFlow.isEncoded(head.headers().get("Content-Encoding"));
        this.spans = around.spans(FilterSpans.Subject.REQUEST);
    }

    /** Asks the filters, from the first, or on from where the planning stopped for a body or a later plan. */
    public void advance() {
        while (asked < filters.size()) {
            NamedFilter filter = filters.get(asked++);
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
            Failure refusal = readsJson ? BodyType.refusal(head.headers()) : null;
            if (refusal == null) {
                outcome.onPlanned(head);
            } else {
                outcome.onPlanFailure(refusal);
            }
        }
    }

    /** How many filters' onRequest ran. */
    public int asked() {
        return asked;
    }

    /** The body's way through what the filters asked for. */
    public BodyFlow body() {
        return body;
    }

    /**
     * The final head of a request that had no body and got one from a filter: with a type, unless it has one.
     *
     * @param last the head as the filters left it
     */
    public RequestHead withMadeBody(RequestHead last) {
        return made == null ? last : made.typed(last);
    }

    /**
     * The way back of a node's answer through the filters that saw the request.
     *
     * @param answer its head
     * @param side hears of the plans and takes the body
     */
    public ResponseChain back(ResponseHead answer, ResponseChain.ResponseSide side) {
        var planned = new ResponseChain.Planned(head, filters.subList(0, asked), rejecting);
        back = new ResponseChain(planned, answer, around, side);
        return back;
    }

    /**
     * An answer that the gateway or a filter made, as the filters leave it: those before its maker see it as they see a node's, and what
     * they rejected of a bulk is put into it; the others may change its head.
     */
    public MadeAnswer shown(MadeAnswer answer) {
        int maker = maker();
        MadeAnswer shown = answer;
        for (int i = asked - 1; i >= 0; i--) {
            NamedFilter filter = filters.get(i);
            shown = shown.seenBy(filter, exchange, i < maker ? limits.json() : null);
            for (Rejecting each : rejecting) {
                shown = i < maker && each.filter().equals(filter) ? shown.with(each) : shown;
            }
        }
        return shown;
    }

    /** The position of the filter that answered in a node's place; behind all that were asked if it was none. */
    private int maker() {
        if (answered) {
            return asked - 1;
        }
        String name = body.stoppedBy() == null && back != null ? back.endedBy() : body.stoppedBy();
        for (int i = 0; i < asked && name != null; i++) {
            if (filters.get(i).name().equals(name)) {
                return i;
            }
        }
        return asked;
    }

    private boolean ask(NamedFilter filter) {
        RequestPlan plan;
        try {
            plan = filter.filter().onRequest(head, exchange);
        } catch (Throwable e) {
            return failed(filter, e);
        }
        return apply(filter, plan, true);
    }

    private boolean apply(NamedFilter filter, @Nullable RequestPlan plan, boolean mayCollect) {
        Failure refused = refusal(plan, head);
        if (refused != null) {
            return refused(refused);
        }
        return switch (plan) {
            case null -> failed(filter, new NullPointerException("the plan is null"));
            case RequestPlan.Pass pass -> true;
            case RequestPlan.Head next -> take(filter, next.head());
            case RequestPlan.Json json -> {
                readsJson = true;
                made = MadeBody.JSON;
                yield stage(filter, json.head(), new JsonRewriter(json.visitor(), limits.json()));
            }
            case RequestPlan.Ndjson lines -> {
                readsJson = true;
                made = MadeBody.LINES;
                yield stage(filter, lines.head(), new NdjsonRewriter(lines.visitor(), limits.json()));
            }
            case RequestPlan.Bulk items -> bulkStage(filter, items);
            case RequestPlan.Watch watch -> watch(filter, watch);
            case RequestPlan.Stream stream -> stage(filter, stream.head(), new TransformStage(stream.transform()));
            case RequestPlan.Aggregate whole ->
                mayCollect
                        ? collect(filter, whole.maxBytes(), false, whole.then())
                        : failed(filter, new IllegalStateException(TWICE));
            case RequestPlan.FirstLine line ->
                mayCollect
                        ? collect(filter, line.maxBytes(), true, line.then())
                        : failed(filter, new IllegalStateException(TWICE));
            case RequestPlan.Answer answer -> answer(filter, answer.reply());
            case RequestPlan.Later<?> later -> await(filter, later, mayCollect);
        };
    }

    /** Why a request with this head does not go on if that is a filter's plan for it; null if the plan can be carried out. */
    public static @Nullable Failure refusal(@Nullable RequestPlan plan, RequestHead head) {
        return looksInside(plan) && BodyParameter.isIn(head.target()) ? BodyParameter.REFUSED : null;
    }

    private static boolean looksInside(@Nullable RequestPlan plan) {
        return plan instanceof RequestPlan.Json
                || plan instanceof RequestPlan.Ndjson
                || plan instanceof RequestPlan.Bulk
                || plan instanceof RequestPlan.Aggregate
                || plan instanceof RequestPlan.FirstLine;
    }

    private boolean answer(NamedFilter filter, @Nullable Reply reply) {
        if (reply == null) {
            return failed(filter, new NullPointerException("the answer is null"));
        }
        over = true;
        answered = true;
        if (spans != null) {
            spans.answered(reply.status());
        }
        outcome.onAnswer(reply);
        return false;
    }

    private boolean take(NamedFilter filter, @Nullable RequestHead next) {
        if (next == null) {
            return failed(filter, new NullPointerException("the head is null"));
        }
        // The answer to HEAD has no body, and the client knows which of the two it has asked for.
        if (next.method().equals("HEAD") != head.method().equals("HEAD")) {
            return failed(
                    filter, new IllegalStateException("no filter may make " + next.method() + " of " + head.method()));
        }
        head = next;
        return true;
    }

    private boolean stage(NamedFilter filter, RequestHead next, ByteStage stage) {
        boolean taken = take(filter, next);
        if (taken) {
            body.add(filter.name(), filter.nanos(), stage);
        }
        return taken;
    }

    private boolean bulkStage(NamedFilter filter, RequestPlan.Bulk plan) {
        RequestTarget before = head.target();
        if (!take(filter, plan.head())) {
            return false;
        }
        readsJson = true;
        try {
            BulkDefaults url = BulkDefaults.of(plan.head().target());
            BulkRewriter rewriter = new BulkRewriter(plan.visitor(), url, limits.bulk());
            rejecting.add(new Rejecting(filter, rewriter, before));
            return stage(filter, plan.head(), rewriter);
        } catch (IllegalArgumentException e) {
            return refused(Failure.of(FailureKind.BAD_REQUEST, String.valueOf(e.getMessage())));
        }
    }

    private boolean watch(NamedFilter filter, RequestPlan.Watch watch) {
        try {
            // Decoding could fail, and the body would go on decoded.
            if (!encoded || body.touched()) {
                return stage(filter, watch.head(), WatchingStage.of(watch, limits));
            }
        } catch (IllegalArgumentException e) {
            // The URL is none of a bulk.
        }
        watch.onUnread().run();
        return take(filter, watch.head());
    }

    private boolean collect(NamedFilter filter, int maxBytes, boolean firstLine, Function<ByteBuf, RequestPlan> then) {
        boolean atOnce = body.hasCollected();
        body.collect(
                new Aggregator.Bounds(maxBytes, firstLine, tooLarge(maxBytes, firstLine)),
                held -> onCollected(filter, then, held, !firstLine));
        if (!atOnce && body.collecting()) {
            outcome.onBodyNeeded();
        }
        return false;
    }

    private static Failure tooLarge(int maxBytes, boolean firstLine) {
        return Failure.of(
                FailureKind.TOO_LARGE,
                "the request body" + (firstLine ? "'s first line" : "") + " is larger than the " + maxBytes
                        + " bytes that are looked into");
    }

    private void onCollected(NamedFilter filter, Function<ByteBuf, RequestPlan> then, ByteBuf held, boolean whole) {
        int from = held.readerIndex();
        int length = held.readableBytes();
        RequestPlan plan;
        try {
            plan = then.apply(held);
            while (whole && plan instanceof RequestPlan.Aggregate inner) {
                if (length > inner.maxBytes()) {
                    refused(tooLarge(inner.maxBytes(), false));
                    return;
                }
                plan = inner.then().apply(held.readerIndex(from));
            }
        } catch (Throwable e) {
            failed(filter, e);
            return;
        }
        if (apply(filter, plan, false)) {
            advance();
        }
    }

    private <T> boolean await(NamedFilter filter, RequestPlan.Later<T> later, boolean mayCollect) {
        outcome.onPlanLater();
        later.stage()
                .whenComplete((value, problem) -> around.loop().execute(() -> {
                    if (over) {
                        return;
                    }
                    if (problem != null) {
                        failed(filter, problem);
                        return;
                    }
                    RequestPlan plan;
                    try {
                        plan = later.then().apply(value);
                    } catch (Throwable e) {
                        failed(filter, e);
                        return;
                    }
                    if (apply(filter, plan, mayCollect)) {
                        advance();
                    }
                }));
        return false;
    }

    private boolean failed(NamedFilter filter, Throwable cause) {
        if (!over) {
            LOG.atError()
                    .addKeyValue("filter", filter.name())
                    .addKeyValue("request", exchange.id())
                    .setCause(cause)
                    .log("a filter failed");
            refused(Failure.of(FailureKind.FILTER_FAILED, "filter " + filter.name() + " failed"));
        }
        return false;
    }

    private boolean refused(Failure failure) {
        over = true;
        if (spans != null) {
            spans.failed(failure.kind().tag());
        }
        outcome.onPlanFailure(failure);
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
