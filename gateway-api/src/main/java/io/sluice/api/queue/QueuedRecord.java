package io.sluice.api.queue;

import io.netty.buffer.ByteBuf;
import java.time.Instant;

/**
 * A record of a lane.
 *
 * @param position see {@link NextRecord#position}
 * @param appended when it was appended, by the clock of who appended it or of the store, to the millisecond; does not
 *     have to grow
 * @param bytes the record as it was appended; given to the receiver, who releases it
 */
public record QueuedRecord(long position, Instant appended, ByteBuf bytes) implements NextRecord {}
