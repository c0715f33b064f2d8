package io.sluice.filters.basicauth;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Caches verified credentials as keyed hashes, up to a maximum number. They are trusted for a limited time; that they
 * were right once is remembered until room is needed. Safe from any thread.
 */
final class VerifiedCache {

    private final ConcurrentMap<ByteBuffer, Instant> expiries = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final Duration lifetime;
    private final int limit;

    VerifiedCache(InstantSource clock, Duration lifetime, int limit) {
        this.clock = clock;
        this.lifetime = lifetime;
        this.limit = limit;
    }

    /** Whether the credentials were verified recently enough to be trusted. */
    boolean contains(ByteBuffer hash) {
        Instant expiry = expiries.get(hash);
        return expiry != null && clock.instant().isBefore(expiry);
    }

    /** Whether the credentials were ever verified, even if too long ago to be trusted. */
    boolean knows(ByteBuffer hash) {
        return expiries.containsKey(hash);
    }

    void add(ByteBuffer hash) {
        if (expiries.size() >= limit) {
            Instant now = clock.instant();
            expiries.values().removeIf(expiry -> !now.isBefore(expiry));
        }
        if (expiries.size() >= limit) {
            Iterator<ByteBuffer> any = expiries.keySet().iterator();
            if (any.hasNext()) {
                expiries.remove(any.next());
            }
        }
        expiries.put(hash, clock.instant().plus(lifetime));
    }
}
