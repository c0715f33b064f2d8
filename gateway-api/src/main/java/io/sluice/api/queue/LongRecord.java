package io.sluice.api.queue;

/**
 * The next record of a lane is longer than who asked for it takes. It stays the next one.
 *
 * @param position see {@link NextRecord#position}
 * @param bytes how many it has
 */
public record LongRecord(long position, int bytes) implements NextRecord {}
