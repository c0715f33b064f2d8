package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * A record of a queue: a head of fixed length, then items as a bulk has them, whose lines say all that they need. Stateless.
 */
final class RecordFormat {
    private static final byte VERSION = 1;
    private static final int RECEIPT = 16;

    /** How many bytes the head has. */
    static final int HEAD = 1 + Long.BYTES + RECEIPT;

    private RecordFormat() {}

    /**
     * What the head says.
     *
     * @param run the run of the gateway that appended the record
     * @param receipt of the request that the items came in
     */
    record Head(long run, String receipt) {}

    static void writeHead(Head head, ByteBuf out) {
        out.writeByte(VERSION).writeLong(head.run());
        out.writeCharSequence(head.receipt(), StandardCharsets.US_ASCII);
    }

    /**
     * Reads the head, behind which the items begin.
     *
     * @throws IllegalArgumentException if another version wrote the record
     */
    static Head readHead(ByteBuf record) {
        if (record.readableBytes() < HEAD || record.readByte() != VERSION) {
            throw new IllegalArgumentException("a record is not of version " + VERSION + ", which this gateway reads");
        }
        long run = record.readLong();
        return new Head(
                run, record.readCharSequence(RECEIPT, StandardCharsets.US_ASCII).toString());
    }
}
