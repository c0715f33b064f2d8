package io.sluice.filters.accesslog;

import java.io.IOException;
import java.io.PrintStream;

/** Writes to the process's standard output, which it leaves open. */
final class StdoutSink implements LogSink {

    private final PrintStream out;

    StdoutSink(PrintStream out) {
        this.out = out;
    }

    @Override
    public void write(byte[] lines) throws IOException {
        out.write(lines);
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
