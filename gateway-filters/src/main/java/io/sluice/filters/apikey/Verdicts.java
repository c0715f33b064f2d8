package io.sluice.filters.apikey;

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
 * What a cluster has said of keys, each of which stands as its hash. It counts for a time and is remembered until newer ones need the
 * room. Safe from any thread; only what writes takes a lock, for a few operations of a map.
 */
final class Verdicts {

    private final ConcurrentMap<ByteBuffer, Verdict> all = new ConcurrentHashMap<>();
    /** The keys of the map, the oldest first. This set is the lock of what writes. */
    private final LinkedHashSet<ByteBuffer> order = new LinkedHashSet<>();

    private final InstantSource clock;
    private final Duration lifetime;
    private final int most;

    private record Verdict(Finding finding, Instant until) {}

    Verdicts(InstantSource clock, Duration lifetime, int most) {
        this.clock = clock;
        this.lifetime = lifetime;
        this.most = most;
    }

    /** What counts of a key now; null if nothing does. */
    @Nullable Finding of(ByteBuffer key) {
        Verdict found = all.get(key);
        return found != null && clock.instant().isBefore(found.until()) ? found.finding() : null;
    }

    /** Whether something is remembered of a key, even if it no longer counts. */
    boolean remembers(ByteBuffer key) {
        return all.containsKey(key);
    }

    void add(ByteBuffer key, Finding finding) {
        synchronized (order) {
            order.remove(key);
            order.add(key);
            all.put(key, new Verdict(finding, clock.instant().plus(lifetime)));
            Iterator<ByteBuffer> oldest = order.iterator();
            if (order.size() > most) {
                all.remove(oldest.next());
                oldest.remove();
            }
        }
    }

    void remove(ByteBuffer key) {
        synchronized (order) {
            order.remove(key);
            all.remove(key);
        }
    }

    int size() {
        return all.size();
    }
}
