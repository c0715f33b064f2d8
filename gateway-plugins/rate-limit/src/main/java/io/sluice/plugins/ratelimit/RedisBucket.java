package io.sluice.plugins.ratelimit;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A bucket at Redis. An answer that comes too late is not used: what it took is given back, though Redis counts as away until it has answered
 * a look.
 */
record RedisBucket(RedisLink link, String name, BucketConfiguration bucket) implements SharedBucket {

    @Override
    public CompletableFuture<Drawn> drawUpTo(long tokens) {
        return asked(proxy -> proxy.tryConsumeAsMuchAsPossible(tokens), this::add)
                .thenApply(drawn -> new Drawn(drawn, drawn < tokens, 0));
    }

    @Override
    public CompletableFuture<Drawn> draw(long tokens) {
        return asked(proxy -> proxy.tryConsumeAndReturnRemaining(tokens), late -> add(late.isConsumed() ? tokens : 0))
                .thenApply(probe -> drawn(tokens, probe));
    }

    private static Drawn drawn(long tokens, ConsumptionProbe probe) {
        return probe.isConsumed()
                ? new Drawn(tokens, false, 0)
                : new Drawn(0, probe.getRemainingTokens() <= 0, Math.max(1, probe.getNanosToWaitForRefill()));
    }

    @Override
    public CompletableFuture<Long> charge(long tokens) {
        return asked(proxy -> proxy.consumeIgnoringRateLimits(tokens), late -> add(tokens));
    }

    @Override
    public void giveBack(long tokens) {
        if (!link.isAway()) {
            add(tokens);
        }
    }

    private void add(long tokens) {
        if (tokens > 0) {
            asked(proxy -> proxy.addTokens(tokens), late -> {});
        }
    }

    private <T> CompletableFuture<T> asked(
            Function<AsyncBucketProxy, CompletableFuture<T>> question, Consumer<? super T> late) {
        return link.ask(() -> question.apply(link.bucket(name, bucket)), late);
    }
}
