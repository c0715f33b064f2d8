package io.sluice.plugins.ratelimit;

import java.util.concurrent.CompletableFuture;

/** One bucket that gateways share. To be used by the timer's thread; nothing blocks, and each stage completes within the time-out. */
interface SharedBucket {

    /**
     * What was drawn.
     *
     * @param tokens how many
     * @param isEmpty whether the bucket has no more
     * @param waitNanos if the wish was all or nothing and was not granted, how long until it can be; else 0
     */
    record Drawn(long tokens, boolean isEmpty, long waitNanos) {}

    /** Draws as many tokens as there are, up to so many. */
    CompletableFuture<Drawn> drawUpTo(long tokens);

    /** Draws all or none. */
    CompletableFuture<Drawn> draw(long tokens);

    /** Takes what was used already; the stage gives how long the bucket is in debt, in nanoseconds. */
    CompletableFuture<Long> charge(long tokens);

    /** Gives back what was drawn and not used. What goes wrong is not told. */
    void giveBack(long tokens);
}
