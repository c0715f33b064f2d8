package io.sluice.bench.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** What a study says while it runs, and at its end. */
record StudyTerminal(CommandSpec spec) {
    /** The consumer of progress messages. */
    Consumer<String> progress() {
        PrintWriter err = spec.commandLine().getErr();
        return line -> {
            err.println(line);
            err.flush();
        };
    }

    /** Prints the result. */
    void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }
}
