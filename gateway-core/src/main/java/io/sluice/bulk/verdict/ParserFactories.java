package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives factories of parsers. Jackson's keeps the names that its parsers read, some thousands of any length, for as long as it is used,
 * and clients write the names: so another one takes its place once as many bytes were read. Thread-safe.
 */
final class ParserFactories {
    /** A factory keeps about twice as much of names at most. */
    static final long MOST = 8L << 20;

    private final JsonFactory pattern;
    private final AtomicLong read = new AtomicLong();
    private volatile JsonFactory current;

    /** @param pattern of which all are copies; makes no parsers itself */
    ParserFactories(JsonFactory pattern) {
        this.pattern = pattern;
        this.current = pattern.copy();
    }

    /** What keeps no names, for generators. */
    JsonFactory pattern() {
        return pattern;
    }

    /** The factory for a parser that reads so many bytes. */
    JsonFactory reading(long bytes) {
        if (read.addAndGet(bytes) > MOST) {
            read.set(bytes);
            current = pattern.copy();
        }
        return current;
    }
}
