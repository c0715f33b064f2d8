package io.sluice.bench.load.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteBufferFeeder;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Counts the items of a bulk answer, by status, while it streams in. One reader reads one answer. */
final class BulkAnswerReader {
    private static final JsonFactory JSON = new JsonFactory();
    /** The depth of an item's members: within the answer, its items, the item, and its operation. */
    private static final int ITEM_DEPTH = 4;

    private final JsonParser parser;
    private final ByteBufferFeeder feeder;
    private int depth;
    private boolean statusNext;
    private boolean broken;
    private long succeeded;
    private long rejected;
    private long failed;

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

    /** Items with a status below 300. */
    long succeeded() {
        return succeeded;
    }

    /** Items with status 429. */
    long rejected() {
        return rejected;
    }

    /** Items with any other status. */
    long failed() {
        return failed;
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
            int status = parser.getIntValue();
            if (status < 300) {
                succeeded++;
            } else if (status == 429) {
                rejected++;
            } else {
                failed++;
            }
        }
        statusNext = false;
    }
}
