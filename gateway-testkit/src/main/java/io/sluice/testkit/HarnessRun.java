package io.sluice.testkit;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponseHead.Origin;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.ChainDriver;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.NamedFilter;
import io.sluice.chain.RequestChain;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One exchange from its head to its end, on the calling thread. Used once. */
final class HarnessRun {

    private static final BodyLimits LIMITS = new BodyLimits(1L << 30, 1000, JsonLimits.DEFAULT, BulkLimits.DEFAULT);

    private final HarnessCall call;
    private final Split split;
    private final List<NamedFilter> filters;
    private final TestExchange exchange;
    private final EventLoopQueue loop;
    // Counts what is in use, so that a leak is found when it happens and not when the collector comes.
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
    private final RequestChain.Surroundings around;

    HarnessRun(FilterHarness harness, HarnessCall call, Split split) {
        this.call = call;
        this.split = split;
        this.filters = List.of(new NamedFilter(harness.context().name(), harness.filter(), nanos -> {}));
        this.exchange = call.newExchange();
        this.loop = new EventLoopQueue(harness.context(), exchange);
        this.around = new RequestChain.Surroundings(exchange, loop, LIMITS, allocator);
    }

    HarnessResult run() {
        HarnessResult result = request();
        Reply upstream = call.upstream();
        filters.getFirst()
                .filter()
                .onComplete(new ExchangeSummary(
                        exchange,
                        Instant.EPOCH,
                        result.status(),
                        call.told() == null ? result.failure() : call.told(),
                        result.relayed() ? new ExchangeSummary.Upstream("primary", "127.0.0.1:9200", 1) : null,
                        call.bulk(),
                        new ExchangeSummary.Traffic(
                                call.body().length, upstream.body().length, 2_000_000, 1_000_000, 500_000)));
        long inUse = allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
        if (inUse != 0) {
            throw new AssertionError(inUse + " bytes of buffers were not released");
        }
        return result;
    }

    private HarnessResult request() {
        BodyCapture capture = new BodyCapture();
        try (ChainDriver driver = new ChainDriver(filters, around, loop, source(call.body()), capture)) {
            driver.plan();
            driver.sendBody();
            RequestChain chain = driver.chain();
            if (capture.stopped()) {
                return answered(capture, chain, null);
            }
            if (!capture.ended()) {
                throw new AssertionError("the request body did not end");
            }
            RequestHead head = Objects.requireNonNull(capture.request());
            if (chain.body().touched()) {
                head = head.withoutHeader("Content-Encoding");
            }
            String body = new String(capture.bytes(), StandardCharsets.UTF_8);
            if (call.body().length == 0 && !body.isEmpty()) {
                head = chain.withMadeBody(head);
            }
            return response(driver, new HarnessResult.Upstream(head, body));
        }
    }

    private ChainDriver.Source source(byte[] body) {
        return write -> BodyFeed.feed(body, split, allocator, write);
    }

    private HarnessResult response(ChainDriver driver, HarnessResult.Upstream upstream) {
        Reply answer = call.upstream();
        ResponseHead head = new ResponseHead(answer.status(), answer.headers(), Origin.UPSTREAM);
        BodyCapture capture = new BodyCapture();
        boolean touched = driver.answer(head, source(answer.body()), capture);
        if (capture.stopped()) {
            return answered(capture, driver.chain(), upstream);
        }
        ResponseHead planned = Objects.requireNonNull(capture.response());
        ResponseHead sent = touched ? planned.withoutHeader("Content-Encoding") : planned;
        return new HarnessResult(exchange, upstream, sent, capture.bytes(), null);
    }

    /** The end of an exchange that a filter answered or that failed. */
    private HarnessResult answered(BodyCapture capture, RequestChain chain, HarnessResult.@Nullable Upstream upstream) {
        Failure failure = capture.failure();
        Reply reply = failure == null ? Objects.requireNonNull(capture.refusal()) : failure.reply();
        Origin origin = failure == null ? Origin.FILTER : Origin.GATEWAY;
        MadeAnswer sent = chain.shown(MadeAnswer.of(reply, origin));
        FailureKind kind = failure == null ? kindOf(reply) : failure.kind();
        return new HarnessResult(exchange, upstream, sent.head(), sent.body(), kind == null ? null : kind.tag());
    }

    // As the gateway counts filters' answers.
    private static @Nullable FailureKind kindOf(Reply reply) {
        return reply.status() < 400 ? null : FailureKind.ofRefusal(reply.status());
    }
}
