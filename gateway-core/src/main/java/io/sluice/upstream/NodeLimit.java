package io.sluice.upstream;

import io.sluice.config.BulkConcurrencyConfig;

/**
 * How many parts of bulks a node, or bulks of a queue a cluster, may work on at a time. Additive increase, multiplicative decrease: the bound rises by one for
 * each round of good answers while it is used, and falls when the node refuses items with 429, does not answer, or takes several
 * times as long for a byte as it did before. Latency alone would not do: what a bulk costs depends on its documents, so it is
 * taken by the byte and only a lasting rise counts. Guarded by its user.
 */
public final class NodeLimit {
    private static final double ON_REFUSAL = 0.7;
    private static final double ON_SLOWNESS = 0.9;
    private static final double TOLERATED_SLOWDOWN = 4;
    /** A request costs something whatever its length. */
    private static final long FIXED_BYTES = 64 * 1024;

    private static final double RECENT = 0.2;
    private static final double LASTING = 0.01;

    private final BulkConcurrencyConfig config;
    private final int ceiling;
    private double limit;
    private int inUse;
    private double recentNanosPerByte;
    private double lastingNanosPerByte;
    private double recentNanos;
    private long loweredAt;
    private boolean lowered;

    /** @param maxConnections the bound never rises above this either */
    public NodeLimit(BulkConcurrencyConfig config, int maxConnections) {
        this.config = config;
        this.ceiling = Math.min(config.max(), maxConnections);
        this.limit = Math.min(config.initial(), ceiling);
    }

    /** Whether one more may begin. */
    public boolean hasRoom() {
        return inUse < (int) limit;
    }

    /** One more begins. */
    public void take() {
        inUse++;
    }

    /** The bound now. */
    public int limit() {
        return (int) limit;
    }

    int inUse() {
        return inUse;
    }

    /** A part came to its end, or was never sent. */
    public void giveBack(SlotUse use, long now) {
        boolean used = inUse * 2 >= (int) limit;
        inUse--;
        switch (use) {
            case SlotUse.Unused unused -> {}
            case SlotUse.Refused refused -> lower(ON_REFUSAL, now);
            case SlotUse.Answered answered -> answered(answered, used, now);
        }
    }

    private void answered(SlotUse.Answered answer, boolean used, long now) {
        double nanosPerByte = (double) answer.nanos() / (answer.bytes() + FIXED_BYTES);
        boolean first = lastingNanosPerByte == 0;
        recentNanos = first ? answer.nanos() : recentNanos + RECENT * (answer.nanos() - recentNanos);
        recentNanosPerByte = first ? nanosPerByte : recentNanosPerByte + RECENT * (nanosPerByte - recentNanosPerByte);
        lastingNanosPerByte =
                first ? nanosPerByte : lastingNanosPerByte + LASTING * (nanosPerByte - lastingNanosPerByte);
        if (recentNanosPerByte > TOLERATED_SLOWDOWN * lastingNanosPerByte) {
            lower(ON_SLOWNESS, now);
        } else if (used) {
            limit = Math.min(ceiling, limit + 1 / limit);
        }
    }

    // What was under way when the bound fell shows the time before: only one fall a round.
    private void lower(double factor, long now) {
        if (!lowered || now - loweredAt > recentNanos) {
            lowered = true;
            loweredAt = now;
            limit = Math.max(Math.min(config.min(), ceiling), limit * factor);
        }
    }
}
