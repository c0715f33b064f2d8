package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * Runs {@code sluice index}.
 *
 * @param directory in which it runs
 * @param documents that its longest runs are about
 */
record IndexCommands(Distribution distribution, Path directory, int documents) {

    private ProcessBuilder builder(String... arguments) {
        List<String> all = new ArrayList<>(List.of("index"));
        all.addAll(Arrays.asList(arguments));
        ProcessBuilder builder =
                distribution.builder(all.toArray(String[]::new)).directory(directory.toFile());
        // The heap that the documentation promises; the rest makes short runs cheaper.
        builder.environment().put("JAVA_OPTS", "-Xmx128m -XX:-UseG1GC -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        return builder;
    }

    /** Runs a command to its end, and tells how long it took. */
    Finished index(String... arguments) throws Exception {
        long begun = System.nanoTime();
        Finished finished = Finished.of(builder(arguments), patience());
        System.out.printf(
                "index %s: %d after %d ms%n",
                String.join(" ", arguments), finished.code(), (System.nanoTime() - begun) / 1_000_000);
        return finished;
    }

    /** The same of one that ends well and says something. */
    void succeeds(String expected, String... arguments) throws Exception {
        Finished finished = index(arguments);
        assertThat(finished.output()).contains(expected);
        assertThat(finished.code()).as(finished.output()).isZero();
    }

    /** Runs a command, kills it once its journal has so many entries with a text, and runs it again to its end. */
    String killedAndRunAgain(Path journal, String text, int entries, String... arguments) throws Exception {
        List<String> slowly = new ArrayList<>(Arrays.asList(arguments));
        slowly.addAll(List.of("--max-documents", Integer.toString(documents / 8)));
        Path output = directory.resolve("killed.txt");
        Process process = builder(slowly.toArray(String[]::new))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Awaitility.await()
                    .atMost(patience())
                    .pollInterval(Duration.ofMillis(50))
                    .failFast(() -> assertThat(process.isAlive())
                            .as(Files.readString(output))
                            .isTrue())
                    .until(() ->
                            Files.exists(journal) && Files.readString(journal).split(text, -1).length > entries);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).isEqualTo(137);
        Finished again = index(arguments);
        assertThat(again.code()).as(again.output()).isZero();
        return again.output();
    }

    /** How long one run may take. */
    Duration patience() {
        return Duration.ofMinutes(10 + documents / 20_000);
    }
}
