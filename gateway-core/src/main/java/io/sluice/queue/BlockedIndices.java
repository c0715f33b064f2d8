package io.sluice.queue;

import io.sluice.config.QueueRetryConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The indices that take nothing of a queue while its cluster answers: their shards are not there, or their disks are full. Items of them
 * wait beside their lanes ({@link SetAside}), and one at a time is tried. Names are as the items have them. Safe from any thread.
 */
final class BlockedIndices {
    /** An index that took something for so long begins anew. */
    private static final long FORGOTTEN = TimeUnit.MINUTES.toNanos(1);
    /** So long one attempt may take before another lane tries. */
    private static final long ATTEMPT = TimeUnit.SECONDS.toNanos(5);

    /** Between two bulks that try items, of whatever indices: each may wait a second for shards. */
    private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(250);

    /** So long a cluster that took an item has room on some disk. */
    private static final long LATELY = TimeUnit.MINUTES.toNanos(1);

    private static final int MANY = 1000;

    private final Map<String, Block> blocks = new ConcurrentHashMap<>();
    private final LongSupplier clock;
    private final BooleanSupplier works;
    private final AtomicLong nextTry;
    /** When an item of any index was last taken. */
    private volatile long took;

    /**
     * What is known of one index; times are nanoseconds of the clock.
     *
     * @param holds whether it takes nothing now
     * @param disks whether it is blocked, as disks are full, and not without its shards
     * @param since when it first refused an item
     * @param refused when it last did
     * @param pause until the next try after a refusal
     * @param tryAt when an item may be tried
     */
    private record Block(boolean holds, boolean disks, long since, long refused, long pause, long tryAt) {}

    /**
     * @param clock gives nanoseconds
     * @param works whether the cluster is known to have shards of other indices; must not block
     */
    BlockedIndices(LongSupplier clock, BooleanSupplier works) {
        this.clock = clock;
        this.works = works;
        this.nextTry = new AtomicLong(clock.getAsLong());
        this.took = clock.getAsLong() - LATELY;
    }

    /** Whether items of an index are to wait. */
    boolean isBlocked(String index) {
        if (blocks.isEmpty()) {
            return false;
        }
        Block block = blocks.get(index);
        return block != null && block.holds();
    }

    /**
     * An index refused an item.
     *
     * @param disks whether disks are full
     */
    void refused(String index, boolean disks, QueueRetryConfig config) {
        long now = clock.getAsLong();
        if (blocks.size() >= MANY) {
            blocks.values().removeIf(block -> !block.holds() || now - block.refused() > FORGOTTEN);
        }
        // As long as items of it wait, one is tried within twice the longest pause.
        long known = FORGOTTEN + 2 * config.most().toNanos();
        blocks.compute(index, (name, before) -> {
            boolean anew = before == null || now - before.refused() > known;
            long pause = anew || !before.holds() ? config.first().toNanos() : before.pause();
            return new Block(true, disks, anew ? now : before.since(), now, pause, now + pause);
        });
    }

    /** Some index took an item. */
    void took() {
        took = clock.getAsLong();
    }

    /** An index took an item, or refused it for what it is. */
    void answered(String index) {
        if (!blocks.isEmpty()) {
            long now = clock.getAsLong();
            blocks.computeIfPresent(
                    index,
                    (name, block) -> now - block.refused() > FORGOTTEN
                            ? null
                            : new Block(false, block.disks(), block.since(), block.refused(), block.pause(), now));
        }
    }

    /** How many nanoseconds it is until {@link #mayTry()} may say yes. */
    long untilNextTry() {
        return Math.max(0, nextTry.get() - clock.getAsLong());
    }

    /** Whether a bulk may be sent that tries items; who is told so sends one. */
    boolean mayTry() {
        long due = nextTry.get();
        long now = clock.getAsLong();
        return now - due >= 0 && nextTry.compareAndSet(due, now + BETWEEN_TRIES);
    }

    /** Whether an item may be tried now, in such a bulk; who is told so tries one, and nobody else is told so for a while. */
    boolean mayTry(String index, QueueRetryConfig config) {
        long now = clock.getAsLong();
        Block block = blocks.get(index);
        if (block == null || !block.holds()) {
            return true;
        }
        long pause = Math.min(2 * block.pause(), config.most().toNanos());
        Block tried = new Block(true, block.disks(), block.since(), block.refused(), pause, now + pause + ATTEMPT);
        return now - block.tryAt() >= 0 && blocks.replace(index, block, tried);
    }

    /** After how many nanoseconds to ask again whether an item of the index may be sent; 0 if it may be now. */
    long untilDue(String index) {
        Block block = blocks.get(index);
        return block == null || !block.holds() ? 0 : Math.clamp(block.tryAt() - clock.getAsLong(), 0, block.pause());
    }

    /** Whether an index has taken nothing for so long, while the cluster works, that its items may hold up nobody any longer. */
    boolean isLong(String index, QueueRetryConfig config) {
        Block block = blocks.get(index);
        long now = clock.getAsLong();
        if (block == null
                || !block.holds()
                || now - block.since() < config.unavailable().toNanos()) {
            return false;
        }
        return block.disks() ? now - took < LATELY : works.getAsBoolean();
    }
}
