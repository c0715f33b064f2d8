package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches verified credentials as keyed hashes, up to a maximum number, with what their check found. They are trusted for
 * a limited time; that they were right once is remembered until room is needed. Safe from any thread.
 *
 * @param <R> what a check finds
 */
public final class VerifiedCache<R> {

    private final ConcurrentMap<ByteBuffer, Found<R>> entries = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final Duration lifetime;
    private final int limit;

    private record Found<R>(R finding, Instant expiry) {}

    /**
     * An empty cache.
     *
     * @param lifetime how long a finding is trusted; zero: never
     * @param limit how many are kept, 1 or more
     */
    public VerifiedCache(InstantSource clock, Duration lifetime, int limit) {
        this.clock = clock;
        this.lifetime = lifetime;
        this.limit = limit;
    }

    /** What was found of the credentials; null if that was never, or too long ago to be trusted. */
    public @Nullable R get(ByteBuffer hash) {
        Found<R> found = entries.get(hash);
        return found != null && clock.instant().isBefore(found.expiry()) ? found.finding() : null;
    }

    /** Whether the credentials were ever verified, even if too long ago to be trusted. */
    public boolean knows(ByteBuffer hash) {
        return entries.containsKey(hash);
    }

    /** Remembers what was found of credentials that are right; something else may be forgotten for it. */
    public void add(ByteBuffer hash, R finding) {
        if (entries.size() >= limit) {
            Instant now = clock.instant();
            entries.values().removeIf(found -> !now.isBefore(found.expiry()));
        }
        if (entries.size() >= limit) {
            Iterator<ByteBuffer> any = entries.keySet().iterator();
            if (any.hasNext()) {
                entries.remove(any.next());
            }
        }
        entries.put(hash, new Found<>(finding, clock.instant().plus(lifetime)));
    }
}
