package io.sluice.bench.filter;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.chain.ChainDriver;
import io.sluice.chain.DrivenBody;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.NamedFilter;
import io.sluice.chain.RequestChain;
import io.sluice.failure.Failure;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Predicate;

/** One request through the gateway's own chain, on the calling thread; what comes out is counted and dropped. Used once. */
final class ChainRun extends DrivenBody {
    private final CalledFlow flow;
    private final BodyOpening opening;
    private final DrivenExchange exchange;
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
        try (ChainDriver driver = new ChainDriver(flow.filters(), around, flow.loop(), this::feed, this)) {
            driver.plan();
            RequestChain chain = driver.chain();
            // A body that no filter reads bypasses the chain.
            boolean untouched = !chain.body().touched();
            if (!untouched) {
                driver.sendBody();
            }
            Passage passage = passage(chain, untouched);
            complete(chain.asked(), passage);
            return passage;
        }
    }

    private void feed(Predicate<ByteBuf> write) {
        RequestBody body = flow.body();
        boolean wanted = true;
        for (int i = 0; i < body.count() && wanted; i++) {
            wanted = write.test(body.chunk(i));
        }
    }

    private Passage passage(RequestChain chain, boolean untouched) {
        Failure failure = failure();
        if (failure != null) {
            return new Passage.Failed(failure);
        }
        Reply refusal = refusal();
        if (refusal != null) {
            return new Passage.Answered(shown(chain, refusal));
        }
        String chosen = exchange.chosen();
        return new Passage.Relayed(
                Objects.requireNonNull(request()),
                chosen == null ? flow.cluster() : chosen,
                untouched,
                untouched ? flow.body().bytes() : bytes);
    }

    // As the client sees it: with what filters before its maker have to say.
    private static Reply shown(RequestChain chain, Reply reply) {
        MadeAnswer shown = chain.shown(MadeAnswer.of(reply, ResponseHead.Origin.FILTER));
        return new Reply(shown.head().status(), shown.head().headers(), shown.body());
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
                new ExchangeSummary.Traffic(flow.body().bytes(), 0, 1_000_000, 1_000_000, 500_000));
        for (NamedFilter filter : flow.filters().subList(0, asked)) {
            filter.filter().onComplete(summary);
        }
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
}
