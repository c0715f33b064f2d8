package io.sluice.queue;

import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a cluster has shards at all, asked only when it matters: one that has lost all its nodes with data answers each item as one does
 * that has lost those of one index. Safe from any thread; does not block.
 */
final class ClusterPulse {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterPulse.class);
    private static final RequestTarget TARGET =
            RequestTarget.parse("/_cluster/health?filter_path=active_primary_shards");
    private static final long ASKED_EVERY = TimeUnit.SECONDS.toNanos(10);
    private static final long BELIEVED_FOR = TimeUnit.SECONDS.toNanos(30);

    private final Supplier<ClusterReader> reader;
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile Answer last = new Answer(false, System.nanoTime() - BELIEVED_FOR);

    private record Answer(boolean hasShards, long at) {}

    /** @param reader asks the cluster */
    ClusterPulse(Supplier<ClusterReader> reader) {
        this.reader = reader;
    }

    /** Whether the cluster has said lately that it has shards that are active; asks it anew for the next time. */
    boolean hasShards() {
        Answer known = last;
        long age = System.nanoTime() - known.at();
        if (age >= ASKED_EVERY && asking.compareAndSet(false, true)) {
            Thread.ofVirtual().name("sluice-queue-pulse").start(this::ask);
        }
        return known.hasShards() && age < BELIEVED_FOR;
    }

    private void ask() {
        try {
            Object shards = reader.get().get(TARGET).get("active_primary_shards");
            last = new Answer(shards instanceof Number number && number.longValue() > 0, System.nanoTime());
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("reason", e.getMessage())
                    .log("it cannot be asked whether the cluster of a queue has shards");
        } finally {
            asking.set(false);
        }
    }
}
