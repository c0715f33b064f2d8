package io.sluice.bench.filter;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.chain.BodyOutput;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.NamedFilter;
import io.sluice.chain.RequestChain;
import io.sluice.chain.RequestOutcome;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One request through the gateway's own chain, on the calling thread; what comes out is counted and dropped. Used once. */
final class ChainRun implements RequestOutcome, BodyOutput {
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;

    private final CalledFlow flow;
    private final BodyOpening opening;
    private final DrivenExchange exchange;
    private @Nullable RequestHead planned;
    private @Nullable Passage ended;
    private boolean bodyNeeded;
    private long bytes;

    /** @param opening keeps the beginning of the body that comes out */
    ChainRun(CalledFlow flow, BodyOpening opening) {
        this.flow = flow;
        this.opening = opening;
        this.exchange = new DrivenExchange(flow.facts());
    }

    /** Runs the request; then the filters have seen it from its head to its end. */
    Passage run() {
        var around =
                new RequestChain.Surroundings(exchange, flow.loop(), flow.limits(), PooledByteBufAllocator.DEFAULT);
        try (RequestChain chain = new RequestChain(flow.filters(), flow.facts().original(), around, this, this)) {
            Passage passage = through(chain);
            complete(chain.asked(), passage);
            return passage;
        }
    }

    private Passage through(RequestChain chain) {
        chain.advance();
        await(() -> settled() || bodyNeeded);
        boolean collected = bodyNeeded;
        if (collected && ended == null) {
            feed(chain);
            await(this::settled);
        }
        RequestHead head = planned;
        if (head != null && ended == null && chain.body().touched()) {
            if (!collected) {
                feed(chain);
            } else if (chain.body().hasCollected()) {
                chain.body().sendCollected();
            }
        }
        if (ended == null && head != null) {
            String chosen = exchange.chosen();
            boolean untouched = !chain.body().touched();
            ended = new Passage.Relayed(
                    head,
                    chosen == null ? flow.cluster() : chosen,
                    untouched,
                    untouched ? flow.body().bytes() : bytes);
        }
        Passage passage = ended;
        if (passage instanceof Passage.Answered answered) {
            return new Passage.Answered(shown(chain, answered.reply()));
        }
        return passage == null ? timeout() : passage;
    }

    // As the client sees it: with what filters before its maker have to say.
    private static Reply shown(RequestChain chain, Reply reply) {
        MadeAnswer shown = chain.shown(MadeAnswer.of(reply, ResponseHead.Origin.FILTER));
        return new Reply(shown.head().status(), shown.head().headers(), shown.body());
    }

    private void feed(RequestChain chain) {
        String encoding = flow.facts().original().headers().get("Content-Encoding");
        if ("gzip".equalsIgnoreCase(encoding)) {
            chain.body().inflate();
        } else if (encoding != null && !"identity".equalsIgnoreCase(encoding)) {
            fail(new Failure(
                    FailureKind.BAD_REQUEST,
                    UNSUPPORTED_MEDIA_TYPE,
                    "a filter looks into the body, and content encoding " + encoding + " is not supported"));
        }
        RequestBody body = flow.body();
        for (int i = 0; i < body.count() && ended == null; i++) {
            chain.body().write(body.chunk(i));
        }
        if (ended == null) {
            chain.body().end();
        }
    }

    private void await(BooleanSupplier condition) {
        if (!flow.loop().runUntil(condition) && ended == null) {
            ended = timeout();
        }
    }

    private static Passage timeout() {
        return new Passage.Failed(Failure.of(FailureKind.FILTER_TIMEOUT, "a filter's plan did not come in time"));
    }

    private boolean settled() {
        return planned != null || ended != null;
    }

    private void complete(int asked, Passage passage) {
        boolean relayed = passage instanceof Passage.Relayed;
        int status = passage instanceof Passage.Answered answered
                ? answered.reply().status()
                : passage instanceof Passage.Failed failed ? failed.failure().status() : 200;
        ExchangeSummary summary = new ExchangeSummary(
                exchange,
                Instant.now(),
                status,
                passage instanceof Passage.Failed failed
                        ? failed.failure().kind().tag()
                        : null,
                relayed ? new ExchangeSummary.Upstream(flow.cluster(), "127.0.0.1:9200", 1) : null,
                null,
                new ExchangeSummary.Traffic(flow.body().bytes(), 0, 1_000_000, 1_000_000));
        for (NamedFilter filter : flow.filters().subList(0, asked)) {
            filter.filter().onComplete(summary);
        }
    }

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

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        bytes += length;
        opening.add(lent, index, length);
    }

    @Override
    public void write(byte[] given, int offset, int length) {
        bytes += length;
        opening.add(given, offset, length);
    }

    @Override
    public void end() {
        // What came out is counted already.
    }

    @Override
    public void refuse(Reply reply) {
        ended = new Passage.Answered(reply);
    }

    @Override
    public void fail(Failure failure) {
        ended = new Passage.Failed(failure);
    }
}
