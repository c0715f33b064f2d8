package io.sluice.plugins.ratelimit;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The buckets of one limit, by name. Safe from any thread; nothing blocks. */
interface Buckets extends AutoCloseable {

    /** Takes tokens, all or none; null if it must be asked for with {@link #takeLater}. */
    @Nullable Grant takeNow(String key, long tokens);

    /**
     * Takes tokens, all or none, and waits for them.
     *
     * @param patienceNanos how long they may take to come
     * @return completes on any thread
     */
    CompletableFuture<Grant> takeLater(String key, long tokens, long patienceNanos);

    /** Takes as many tokens as there are, up to so many, and returns how many. */
    long takeUpTo(String key, long tokens);

    /** Takes tokens that have been used already, so that the bucket may be in debt. */
    void charge(String key, long tokens);

    /** Gives back tokens that were not used. */
    void giveBack(String key, long tokens);

    /** Changes how many buckets are kept in memory. */
    void keepAtMost(int maxKeys);

    /** How many buckets are in memory, about. */
    long size();

    @Override
    void close();
}
