package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * A record of a queue: a head of fixed length, then items as a bulk has them, whose lines say all that they need. Stateless.
 */
final class RecordFormat {
    private static final byte VERSION = 2;
    /** How many characters a receipt has. */
    static final int RECEIPT = 16;

    /** How many bytes the head has. */
    static final int HEAD = 1 + RECEIPT;

    private RecordFormat() {}

    /**
     * What the head says.
     *
     * @param receipt of the request that the items came in
     */
    record Head(String receipt) {}

    static void writeHead(Head head, ByteBuf out) {
        out.writeByte(VERSION);
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
        return new Head(
                record.readCharSequence(RECEIPT, StandardCharsets.US_ASCII).toString());
    }
}
