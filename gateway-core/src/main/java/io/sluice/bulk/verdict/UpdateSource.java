package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import io.sluice.json.JsonBuffer;
import io.sluice.json.JsonFailure;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonTokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the source of an update, which comes in pieces. A short one is read at its end, so that what is wrong with it is said as
 * the server says it; a long one while it comes, and nothing of it is kept but names, whose bytes are bounded, and the beginning of a
 * string. Jackson's non-blocking parser takes some texts that are not JSON, so that for long ones it stands beside our own tokenizer.
 * For one thread.
 */
public final class UpdateSource {

    /** The most bytes, as written, of a name or number in a long source; longer strings are shown to the parser in part. */
    private static final int MAX_SCALAR = 32 << 10;

    private final BulkGrammar grammar;
    private final UpdateSourceReader reader;
    private final int maxHeld;
    private final JsonBuffer held = new JsonBuffer();

    /** Reads the source at hand while it comes, if it is long. */
    private @Nullable JsonParser streaming;

    private final LongStrings strings = new LongStrings(MAX_SCALAR);
    /** How many bytes of a long source were read. */
    private long streamed;

    /** How many bytes the source has, if it is read at its end. */
    private int length;

    /** Checks that a long source is JSON. */
    private final JsonTokenizer syntax;

    private boolean over;
    private @Nullable Malformed failure;
    /** Whether the parser gave up on a surrogate. */
    private boolean broken;

    private BulkControls controls = new BulkControls();

    /** Reads sources of up to that many bytes at their end. */
    public UpdateSource(BulkGrammar grammar, int maxHeld) {
        this.grammar = grammar;
        this.reader = new UpdateSourceReader(grammar);
        this.maxHeld = maxHeld;
        this.syntax =
                new JsonTokenizer(new JsonLimits(UpdateSourceReader.MAX_DEPTH, MAX_SCALAR, MAX_SCALAR, MAX_SCALAR));
    }

    /** Begins another source. */
    public void begin(BulkControls ofAction) {
        close();
        controls = ofAction;
        held.clear();
        length = 0;
        restart();
    }

    private void restart() {
        reader.begin(controls);
        over = false;
        failure = null;
        broken = false;
    }

    /** Takes a piece that is not the last. */
    public void piece(byte[] bytes, int from, int to) {
        if (streaming == null && held.length() + to - from <= maxHeld) {
            held.raw(bytes, from, to - from);
            return;
        }
        if (streaming == null) {
            streaming = nonBlocking();
            strings.reset();
            streamed = 0;
            syntax.reset(0, 1);
            feed(streaming, held.bytes(), 0, held.length());
        }
        feed(streaming, bytes, from, to);
    }

    /**
     * Takes the last piece, without the line feed.
     *
     * @return null, or why the source is refused
     */
    public @Nullable Malformed end(byte[] bytes, int from, int to) {
        if (streaming == null && held.length() == 0 && to - from <= maxHeld) {
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
        parse(bytes, from, end);
        if (broken) {
            restart();
            parse(BrokenSurrogates.masked(bytes, from, end), 0, end - from);
        }
    }

    private void parse(byte[] bytes, int from, int to) {
        length = to - from;
        try (JsonParser parser = grammar.parser(bytes, from, to)) {
            pull(parser);
        } catch (IOException e) {
            throw new UncheckedIOException("closing a parser of memory", e);
        }
    }

    private JsonParser nonBlocking() {
        try {
            return grammar.streaming();
        } catch (IOException e) {
            throw new UncheckedIOException("creating a parser", e);
        }
    }

    private void feed(JsonParser parser, byte[] bytes, int from, int to) {
        for (int at = from; at < to && !over; at += LongStrings.PIECE) {
            int end = Math.min(to, at + LongStrings.PIECE);
            syntax.feed(bytes, at, end, streamed);
            boolean failed = syntax.skipTo(0) == io.sluice.json.JsonToken.FAILED;
            int good = failed ? (int) (syntax.position() - streamed) : end - at;
            give(parser, strings.shorten(bytes, at, good), good);
            pull(parser);
            if (failed && !over) {
                fail(syntaxError(parser));
            }
            streamed += good;
        }
    }

    private static void give(JsonParser parser, byte[] bytes, int size) {
        try {
            if (size > 0 && parser.getNonBlockingInputFeeder() instanceof ByteArrayFeeder feeder) {
                feeder.feedInput(bytes, 0, size);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("feeding a parser", e);
        }
    }

    private Malformed syntaxError(JsonParser parser) {
        JsonFailure failed = syntax.failure();
        return failed.status() == 400
                ? reader.unreadable(new JsonParseException(parser, failed.reason()), parser, 0)
                : new Malformed(failed.status(), "illegal_argument_exception", failed.reason());
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
            broken = !grammar.has(BulkGrammar.Trait.WHOLE_PAIRS) && BrokenSurrogates.caused(e);
            fail(reader.unreadable(e, parser, length));
        }
    }

    private void fail(Malformed why) {
        over = true;
        failure = why;
    }

    /** The result of reading the source. */
    public UpdateSourceReader content() {
        return reader;
    }

    /** Releases what the current source holds. */
    public void close() {
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
