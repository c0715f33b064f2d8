package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command in a comment of a sample, after {@code $}, and what it is said to print, after {@code >}.
 *
 * @param shown parts of the output; empty if nothing is said about it
 */
record TriedCommand(String command, List<String> shown) {

    private static final String COMMAND = "#   $ ";
    private static final String SHOWN = "#   > ";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Those of a file, in its order. */
    static List<TriedCommand> of(Path sample) throws IOException {
        List<TriedCommand> commands = new ArrayList<>();
        for (String line : Files.readAllLines(sample)) {
            if (line.startsWith(COMMAND)) {
                commands.add(new TriedCommand(line.substring(COMMAND.length()), new ArrayList<>()));
            } else if (line.startsWith(SHOWN)) {
                commands.getLast().shown.add(line.substring(SHOWN.length()));
            }
        }
        return commands;
    }

    /**
     * Runs it until it prints what is said, as some things take a moment.
     *
     * @param addresses what stands in place of the addresses in the command
     */
    void run(Path directory, Map<String, String> addresses, Map<String, String> environment) throws Exception {
        String actual = command;
        for (Map.Entry<String, String> address : addresses.entrySet()) {
            actual = actual.replace(address.getKey(), address.getValue());
        }
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", actual);
        builder.directory(directory.toFile()).environment().putAll(environment);
        builder.environment().put("no_proxy", "*");
        if (shown.isEmpty()) {
            Finished finished = Finished.of(builder);
            assertThat(finished.code()).as(finished.output()).isZero();
            return;
        }
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(Finished.of(builder).output()).as(command).contains(shown));
    }
}
