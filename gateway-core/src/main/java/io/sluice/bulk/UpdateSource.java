package io.sluice.bulk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the source of an update, which comes in pieces. A short one is read at its end, so that what is wrong with it is said as
 * the server says it; a long one while it comes, and nothing of it is kept but names. For one thread.
 */
final class UpdateSource {

    private final BulkGrammar grammar;
    private final UpdateSourceReader reader;
    private final int maxHeld;
    private final LineBuffer held = new LineBuffer();

    /** Reads the source at hand while it comes, if it is long. */
    private @Nullable JsonParser streaming;

    private boolean over;
    private @Nullable Malformed failure;

    /** Keeps sources that come in pieces up to so many bytes. */
    UpdateSource(BulkGrammar grammar, int maxHeld) {
        this.grammar = grammar;
        this.reader = new UpdateSourceReader(grammar);
        this.maxHeld = maxHeld;
    }

    /** Begins another source. */
    void begin(BulkControls controls) {
        close();
        reader.begin(controls);
        held.clear();
        over = false;
        failure = null;
    }

    /** Takes a piece that is not the last. */
    void piece(byte[] bytes, int from, int to) {
        if (streaming == null && held.length() + to - from <= maxHeld) {
            held.raw(bytes, from, to - from);
            return;
        }
        if (streaming == null) {
            streaming = nonBlocking();
            feed(streaming, held.bytes(), 0, held.length());
        }
        feed(streaming, bytes, from, to);
    }

    /**
     * Takes the last piece, without the line feed.
     *
     * @return null, or why the source is refused
     */
    @Nullable Malformed end(byte[] bytes, int from, int to) {
        if (streaming == null && held.length() == 0) {
            read(bytes, from, to);
        } else {
            piece(bytes, from, to);
            if (streaming == null) {
                read(held.bytes(), 0, held.length());
            } else {
                endOfInput(streaming);
            }
        }
        close();
        return failure;
    }

    private void read(byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        try (JsonParser parser = grammar.parser(bytes, from, end)) {
            pull(parser);
        } catch (IOException e) {
            throw new UncheckedIOException("closing a parser of memory", e);
        }
    }

    private JsonParser nonBlocking() {
        try {
            return grammar.json().createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new UncheckedIOException("creating a parser", e);
        }
    }

    private void feed(JsonParser parser, byte[] bytes, int from, int to) {
        if (over || from == to) {
            return;
        }
        try {
            if (parser.getNonBlockingInputFeeder() instanceof ByteArrayFeeder feeder) {
                feeder.feedInput(bytes, from, to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("feeding a parser", e);
        }
        pull(parser);
    }

    private void endOfInput(JsonParser parser) {
        if (!over) {
            parser.getNonBlockingInputFeeder().endOfInput();
            pull(parser);
        }
    }

    private void pull(JsonParser parser) {
        try {
            while (!over) {
                JsonToken token = parser.nextToken();
                if (token == JsonToken.NOT_AVAILABLE) {
                    return;
                }
                over = reader.next(parser);
                if (reader.isTooLarge()) {
                    throw new Malformed(413, "illegal_argument_exception", "the source of an update is too complex");
                }
            }
        } catch (Malformed e) {
            fail(e);
        } catch (IOException e) {
            fail(reader.unreadable(e, parser));
        }
    }

    private void fail(Malformed why) {
        over = true;
        failure = why;
    }

    /** What was read of the source. */
    UpdateSourceReader content() {
        return reader;
    }

    /** Gives back what the source at hand needs. */
    void close() {
        if (streaming != null) {
            try {
                streaming.close();
            } catch (IOException e) {
                throw new UncheckedIOException("closing a parser", e);
            }
            streaming = null;
        }
    }
}
