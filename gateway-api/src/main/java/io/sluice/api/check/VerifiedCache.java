package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches what checks of credentials have found, each under the hash of the credentials, up to a maximum number. A finding is trusted for a
 * limited time; that there was one is remembered until newer ones need the room. Safe from any thread; only what writes takes a lock, for a
 * few operations of a map.
 *
 * @param <R> what a check finds
 */
public final class VerifiedCache<R> {

    private final ConcurrentMap<ByteBuffer, Found<R>> entries = new ConcurrentHashMap<>();
    /** The keys of the map, the oldest first. This set is the lock of what writes. */
    private final LinkedHashSet<ByteBuffer> order = new LinkedHashSet<>();

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

    /** Whether anything was ever found of the credentials, even if too long ago to be trusted. */
    public boolean knows(ByteBuffer hash) {
        return entries.containsKey(hash);
    }

    /** Remembers what was found of credentials; the oldest finding may be forgotten for it. */
    public void add(ByteBuffer hash, R finding) {
        synchronized (order) {
            order.remove(hash);
            order.add(hash);
            entries.put(hash, new Found<>(finding, clock.instant().plus(lifetime)));
            if (order.size() > limit) {
                Iterator<ByteBuffer> oldest = order.iterator();
                entries.remove(oldest.next());
                oldest.remove();
            }
        }
    }

    /** Forgets what was found of credentials. */
    public void remove(ByteBuffer hash) {
        synchronized (order) {
            order.remove(hash);
            entries.remove(hash);
        }
    }

    /** How many findings are remembered, also those that are no longer trusted. */
    public int size() {
        return entries.size();
    }
}
