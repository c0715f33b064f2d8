package io.sluice.filters.lines;

import java.io.IOException;

/** Destination of log lines. Used by one thread at a time; may block. */
public interface LogSink extends AutoCloseable {

    /** Writes whole lines; after an exception none of them counts as written. */
    void write(byte[] lines) throws IOException;

    @Override
    void close() throws IOException;
}
