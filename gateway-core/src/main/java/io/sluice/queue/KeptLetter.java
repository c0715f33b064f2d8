package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.Json;
import io.sluice.json.JsonBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A dead letter as it is kept: what happened to it as one JSON object, and the item's lines as they were. Immutable.
 *
 * @param told the receipt of its request, when that was kept, when it failed, the status and the server's result
 * @param lines of the item, with their line feeds
 */
// Letters are shown and sent, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record KeptLetter(String told, byte[] lines) {
    private static final byte VERSION = 1;
    private static final int MOST_TOLD = 16 * 1024;
    private static final String RECEIPT = "{\"receipt\":";

    /** How many bytes a letter has beyond its lines, at most. */
    static final int ROOM = MOST_TOLD + 1024;

    /** A letter in the form in which an engine keeps it; the caller owns it. */
    static ByteBuf write(DeadLetter letter, Instant now, ByteBufAllocator allocator) {
        StoredRecord record = letter.item().record();
        JsonBuffer told = new JsonBuffer();
        told.raw(RECEIPT).string("", record.receipt());
        told.raw(",\"kept\":").string("", record.appended().toString());
        told.raw(",\"failed\":").string("", now.toString());
        told.raw(",\"status\":").number(letter.status()).raw(",\"result\":");
        result(letter.result(), told);
        told.raw("}");
        ByteBuf out = allocator.directBuffer(
                1 + Integer.BYTES + told.length() + letter.item().length());
        out.writeByte(VERSION).writeInt(told.length()).writeBytes(told.bytes(), 0, told.length());
        ByteBuf lines = letter.item().lines();
        out.writeBytes(lines);
        lines.release();
        return out;
    }

    /** The receipt of its request. */
    String receipt() {
        int from = RECEIPT.length() + 1;
        return told.substring(from, from + RecordFormat.RECEIPT);
    }

    // A long result is cut, and then is text.
    private static void result(byte[] result, JsonBuffer out) {
        String text = new String(result, StandardCharsets.UTF_8);
        if (result.length <= MOST_TOLD / 2 && isJson(text)) {
            out.raw(text.replace('\n', ' '));
            return;
        }
        out.string("", text.substring(0, Math.min(text.length(), MOST_TOLD / 8)));
    }

    private static boolean isJson(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param lent stays as it is
     * @throws IllegalArgumentException if another version wrote it
     */
    static KeptLetter read(ByteBuf lent) {
        ByteBuf bytes = lent.duplicate();
        if (bytes.readableBytes() < 1 + Integer.BYTES || bytes.readByte() != VERSION) {
            throw new IllegalArgumentException(
                    "a dead letter is not of version " + VERSION + ", which this gateway reads");
        }
        String told =
                bytes.readCharSequence(bytes.readInt(), StandardCharsets.UTF_8).toString();
        byte[] lines = new byte[bytes.readableBytes()];
        bytes.readBytes(lines);
        return new KeptLetter(told, lines);
    }
}
