package io.sluice.api.queue;

import io.netty.buffer.ByteBuf;

/**
 * A record to be appended.
 *
 * @param lane from 0 to below {@link RecordQueue#lanes}
 * @param bytes its readable bytes are the record; may be empty
 */
public record LaneRecord(int lane, ByteBuf bytes) {}
