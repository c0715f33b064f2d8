package io.sluice.index.read;

/**
 * A range of one shard's sequence numbers, which one worker reads.
 *
 * @param index concrete
 * @param shard its number
 * @param after the number before the first
 * @param upTo the last number; {@link #OPEN} for a shard's tail: all that was written since the slices were planned
 */
public record Slice(String index, int shard, long after, long upTo) {
    /** No bound. */
    public static final long OPEN = Long.MAX_VALUE;

    /** Whether it is a shard's tail, which has to be read after the other slices of the shard. */
    public boolean isTail() {
        return upTo == OPEN;
    }

    /** Names it among the slices of all indices of a cluster. */
    public String key() {
        return index + "/" + name();
    }

    /** Names it in its index. */
    public String name() {
        return shard + "-" + (isTail() ? "tail" : Long.toString(after + 1));
    }
}
