package io.sluice.filters.lines;

import java.io.IOException;
import java.io.PrintStream;

/** Writes to the process's standard output, which it leaves open. */
public final class StdoutSink implements LogSink {

    private final PrintStream out;

    /** @param out is left open */
    public StdoutSink(PrintStream out) {
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
