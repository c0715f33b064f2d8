package io.sluice.plugins.ratelimit;

import io.sluice.api.FilterContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of all filters of this type in a process. Filters with a limit of the same name and definition use the same buckets,
 * so that a limit keeps them when the configuration is read anew: the new filter is made before the old one is closed. The last
 * filter to be closed takes along buckets, connection and timer. Safe from any thread; may block for some seconds while Redis is
 * left.
 */
final class BucketRegistry {

    private final Map<Name, Used<Buckets>> buckets = new HashMap<>();
    private final Map<SharedConfig, Used<RedisLink>> links = new HashMap<>();
    private @Nullable ScheduledThreadPoolExecutor timer;
    private int filters;

    /** Buckets are known by what their limit is, and where they are shared. */
    private record Name(String definition, @Nullable SharedConfig shared) {}

    private static final class Used<T> {
        private final T value;
        private final Tally tally;
        private int filters = 1;

        Used(T value, Tally tally) {
            this.value = value;
            this.tally = tally;
        }

        void add(Tally.Counters counters) {
            filters++;
            tally.add(counters);
        }

        /** Whether no filter is left. */
        boolean remove(Tally.Counters counters) {
            tally.remove(counters);
            return --filters == 0;
        }
    }

    /** What one filter uses, until it closes it. */
    final class Lease implements AutoCloseable {
        private final Map<String, Buckets> byLimit = new HashMap<>();
        private final List<Name> names = new ArrayList<>();
        private final Tally.Counters counters;
        private @Nullable RedisLink link;
        private @Nullable SharedConfig shared;

        private Lease(Tally.Counters counters) {
            this.counters = counters;
        }

        /** The buckets of a limit. */
        Buckets of(Limit limit) {
            Buckets found = byLimit.get(limit.name());
            if (found == null) {
                throw new IllegalArgumentException("there is no limit " + limit.name());
            }
            return found;
        }

        /** Whether the buckets are shared, and cannot be asked at present. */
        boolean isAway() {
            RedisLink now = link;
            return now != null && now.isAway();
        }

        @Override
        public void close() {
            release(this);
        }
    }

    /**
     * Finds or makes what a filter uses. Nothing is connected where nothing is ever sent, as in {@code sluice check}.
     *
     * @throws IOException if a file of the configuration cannot be read
     */
    synchronized Lease lease(RateLimitConfig config, Iterable<Limit> limits, FilterContext context) throws IOException {
        Lease lease = new Lease(Tally.Counters.of(context.meters()));
        SharedConfig shared = context.reached().isEmpty() ? null : config.shared();
        filters++;
        try {
            if (shared != null) {
                lease.link = link(shared, lease);
                lease.shared = shared;
            }
            for (Limit limit : limits) {
                Name name = new Name(limit.definition(), shared);
                lease.byLimit.put(limit.name(), buckets(name, limit, config.maxKeys(), lease, context));
                lease.names.add(name);
            }
            return lease;
        } catch (IOException | RuntimeException e) {
            release(lease);
            throw e;
        }
    }

    private ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor known = timer;
        if (known == null) {
            known = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "sluice-rate-limit");
                thread.setDaemon(true);
                return thread;
            });
            known.setRemoveOnCancelPolicy(true);
            timer = known;
        }
        return known;
    }

    private RedisLink link(SharedConfig shared, Lease lease) throws IOException {
        Used<RedisLink> known = links.get(shared);
        if (known != null) {
            known.add(lease.counters);
            return known.value;
        }
        Tally tally = tally(lease);
        RedisLink made = new RedisLink(shared, timer(), tally);
        // Otherwise a plugin that replaces another would let its first requests pass a limit that is used up.
        made.awaitFirstLook();
        links.put(shared, new Used<>(made, tally));
        return made;
    }

    private static Tally tally(Lease lease) {
        Tally tally = new Tally();
        tally.add(lease.counters);
        return tally;
    }

    private Buckets buckets(Name name, Limit limit, int maxKeys, Lease lease, FilterContext context) {
        Used<Buckets> known = buckets.get(name);
        if (known != null) {
            known.add(lease.counters);
            known.value.keepAtMost(maxKeys);
            return known.value;
        }
        ScheduledExecutorService own = timer();
        Tally tally = tally(lease);
        LocalBuckets local = new LocalBuckets(limit, maxKeys, context.clock(), own, tally::pushedOut);
        Buckets made = local;
        SharedConfig shared = name.shared;
        RedisLink link = lease.link;
        if (link != null && shared != null) {
            SteadyMeter meter = new SteadyMeter(context.clock());
            String prefix = shared.prefix() + ":" + limit.name() + ":" + checksum(name.definition) + ":";
            var bucket = limit.bucket();
            made = new SharedBuckets(
                    link::isAway,
                    shared.whenAway(),
                    maxKeys,
                    limit,
                    meter,
                    (key, missing) -> new Tap(limit, new RedisBucket(link, prefix + key, bucket), meter, own, missing),
                    local,
                    own);
        }
        buckets.put(name, new Used<>(made, tally));
        return made;
    }

    // Gateways whose limits of one name differ do not mix their buckets.
    private static String checksum(String definition) {
        CRC32C sum = new CRC32C();
        sum.update(definition.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private synchronized void release(Lease lease) {
        for (Name name : lease.names) {
            Used<Buckets> used = buckets.get(name);
            if (used != null && used.remove(lease.counters)) {
                buckets.remove(name);
                used.value.close();
            }
        }
        SharedConfig shared = lease.shared;
        Used<RedisLink> link = shared == null ? null : links.get(shared);
        if (link != null && link.remove(lease.counters)) {
            links.remove(shared);
            link.value.close();
        }
        ScheduledThreadPoolExecutor last = timer;
        if (--filters == 0 && last != null) {
            last.shutdownNow();
            timer = null;
        }
    }
}
