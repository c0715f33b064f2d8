package io.sluice.bench.load.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteBufferFeeder;
import io.netty.buffer.ByteBuf;
import io.sluice.bench.load.result.StatusCounts;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Counts the items of a bulk answer, by status, while it streams in. One reader reads one answer. */
final class BulkAnswerReader {
    private static final JsonFactory JSON = new JsonFactory();
    /** The depth of an item's members: within the answer, its items, the item, and its operation. */
    private static final int ITEM_DEPTH = 4;

    private final JsonParser parser;
    private final ByteBufferFeeder feeder;
    private final StatusCounts items = new StatusCounts();
    private int depth;
    private boolean statusNext;
    private boolean broken;

    BulkAnswerReader() {
        try {
            parser = JSON.createNonBlockingByteBufferParser();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        feeder = (ByteBufferFeeder) parser.getNonBlockingInputFeeder();
    }

    /** Reads a piece, which is only lent. */
    void feed(ByteBuf piece) {
        if (broken || !piece.isReadable()) {
            return;
        }
        try {
            feeder.feedInput(piece.nioBuffer());
            read();
        } catch (IOException e) {
            broken = true;
        }
    }

    /** The answer has ended; true if it was whole JSON. */
    boolean end() {
        feeder.endOfInput();
        try {
            read();
            parser.close();
        } catch (IOException e) {
            broken = true;
        }
        return !broken && depth == 0;
    }

    /** The items' statuses. */
    StatusCounts items() {
        return items;
    }

    private void read() throws IOException {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            switch (token) {
                case START_OBJECT, START_ARRAY -> depth++;
                case END_OBJECT, END_ARRAY -> depth--;
                case FIELD_NAME -> statusNext = depth == ITEM_DEPTH && "status".equals(parser.currentName());
                case VALUE_NUMBER_INT -> status();
                default -> statusNext = false;
            }
        }
    }

    private void status() throws IOException {
        if (statusNext) {
            items.add(parser.getIntValue());
        }
        statusNext = false;
    }
}
