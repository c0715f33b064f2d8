package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches what checks of credentials have found, each under the hash of the credentials, up to a maximum number in all and of each owner. A
 * finding is trusted for a limited time; that there was one is remembered until newer ones need the room. Safe from any thread; only what
 * writes takes a lock, for a few operations of a map.
 *
 * @param <R> what a check finds
 */
public final class VerifiedCache<R> {

    private final ConcurrentMap<ByteBuffer, Found<R>> entries = new ConcurrentHashMap<>();
    /** The keys of the map, the oldest first. This set is the lock of what writes. */
    private final LinkedHashSet<ByteBuffer> order = new LinkedHashSet<>();
    /** The same keys by owner, the oldest of each first. */
    private final Map<String, LinkedHashSet<ByteBuffer>> owned = new HashMap<>();

    private final InstantSource clock;
    private final Duration lifetime;
    private final int limit;
    private final int limitOfOwner;

    private record Found<R>(R finding, String owner, Instant expiry) {}

    /**
     * An empty cache.
     *
     * @param clock measures how long it was; one that is set back would have findings trusted for longer
     * @param lifetime how long a finding is trusted; zero: never
     * @param limit how many are kept, 1 or more
     * @param limitOfOwner how many of one owner are kept, 1 or more: one who has many credentials, or can write them in
     *     many ways, leaves the rest to others
     */
    public VerifiedCache(InstantSource clock, Duration lifetime, int limit, int limitOfOwner) {
        this.clock = clock;
        this.lifetime = lifetime;
        this.limit = limit;
        this.limitOfOwner = limitOfOwner;
    }

    /** What was found of the credentials; null if that was never, or too long ago to be trusted. */
    public @Nullable R get(ByteBuffer hash) {
        Found<R> found = entries.get(hash);
        return found != null && clock.instant().isBefore(found.expiry()) ? found.finding() : null;
    }

    /** Whose the credentials were, even if they were checked too long ago to be trusted; null if nothing is remembered. */
    public @Nullable String owner(ByteBuffer hash) {
        Found<R> found = entries.get(hash);
        return found == null ? null : found.owner();
    }

    /**
     * Remembers what was found of credentials; the oldest finding about the owner's, or about anybody's, may be forgotten
     * for it.
     *
     * @param owner whose the credentials are
     */
    public void add(ByteBuffer hash, String owner, R finding) {
        synchronized (order) {
            forget(hash);
            order.add(hash);
            LinkedHashSet<ByteBuffer> own = owned.computeIfAbsent(owner, name -> new LinkedHashSet<>());
            own.add(hash);
            entries.put(hash, new Found<>(finding, owner, clock.instant().plus(lifetime)));
            if (own.size() > limitOfOwner) {
                forget(own.getFirst());
            }
            if (order.size() > limit) {
                forget(order.getFirst());
            }
        }
    }

    /** Forgets what was found of credentials. */
    public void remove(ByteBuffer hash) {
        synchronized (order) {
            forget(hash);
        }
    }

    private void forget(ByteBuffer hash) {
        Found<R> found = entries.remove(hash);
        if (found != null) {
            order.remove(hash);
            owned.computeIfPresent(found.owner(), (name, own) -> {
                own.remove(hash);
                return own.isEmpty() ? null : own;
            });
        }
    }

    /** How many findings are remembered, also those that are no longer trusted. */
    public int size() {
        return entries.size();
    }
}
