package io.sluice.plugins.ratelimit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A shared bucket that answers when it is told to, or fails. For one thread. */
final class LateBucket implements SharedBucket {

    private final Limit limit;
    private final Deque<Runnable> answers = new ArrayDeque<>();
    private boolean failing;
    private long tokens;
    private long charged;

    /** A full bucket. */
    LateBucket(Limit limit) {
        this.limit = limit;
        this.tokens = limit.burst();
    }

    long tokens() {
        return tokens;
    }

    /** The tokens that were charged, all together. */
    long charged() {
        return charged;
    }

    void setTokens(long amount) {
        tokens = amount;
    }

    /** Answers from now on with failures, or no longer. */
    void fail(boolean fails) {
        failing = fails;
    }

    boolean isAsked() {
        return !answers.isEmpty();
    }

    /** Answers what it was asked first, if it was asked. */
    void answer() {
        Runnable answer = answers.poll();
        if (answer != null) {
            answer.run();
        }
    }

    private <T> CompletableFuture<T> later(Supplier<T> found) {
        CompletableFuture<T> told = new CompletableFuture<>();
        answers.add(() -> {
            if (failing) {
                told.completeExceptionally(new IllegalStateException("no connection"));
            } else {
                told.complete(found.get());
            }
        });
        return told;
    }

    @Override
    public CompletableFuture<Drawn> drawUpTo(long wanted) {
        return later(() -> {
            long drawn = Math.clamp(tokens, 0, wanted);
            tokens -= drawn;
            return new Drawn(drawn, drawn < wanted, 0);
        });
    }

    @Override
    public CompletableFuture<Drawn> draw(long wanted) {
        return later(() -> {
            if (wanted <= tokens) {
                tokens -= wanted;
                return new Drawn(wanted, false, 0);
            }
            return new Drawn(0, tokens <= 0, wanted > limit.burst() ? Long.MAX_VALUE : nanosFor(wanted - tokens));
        });
    }

    @Override
    public CompletableFuture<Long> charge(long used) {
        return later(() -> {
            tokens -= used;
            charged += used;
            return tokens < 0 ? nanosFor(-tokens) : 0;
        });
    }

    private long nanosFor(long missing) {
        double nanos = (double) missing
                * limit.rate().period().toNanos()
                / limit.rate().tokens();
        return (long) nanos;
    }

    @Override
    public void giveBack(long rest) {
        tokens += rest;
    }
}
