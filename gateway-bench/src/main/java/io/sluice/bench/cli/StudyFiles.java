package io.sluice.bench.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a study writes what it does and what it has found; a mixin of its command. */
final class StudyFiles {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--directory", description = "For configurations, logs, recordings; a temporary one without.")
    private @Nullable Path directory;

    @Option(names = "--json", description = "File for the result as JSON.")
    private @Nullable Path json;

    @Option(names = "--html", description = "File for the page with charts.")
    private @Nullable Path html;

    /** The directory for logs and recordings, which is there. */
    Path directory() throws IOException {
        return directory == null
                ? Files.createTempDirectory("sluice-compare")
                : Files.createDirectories(directory).toAbsolutePath();
    }

    /** The consumer of progress messages. */
    Consumer<String> progress() {
        return new StudyTerminal(spec).progress();
    }

    /** Prints the text, and writes the files that were asked for. */
    void write(String text, ObjectNode result, String page) throws IOException {
        new StudyTerminal(spec).print(text);
        if (json != null) {
            Files.writeString(json, result.toPrettyString());
        }
        if (html != null) {
            Files.writeString(html, page);
        }
    }
}
