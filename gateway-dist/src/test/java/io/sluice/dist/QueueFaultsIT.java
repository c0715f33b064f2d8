package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disks and clocks that fail under a queue while clients write: what was acknowledged is there, nothing is there twice, order is kept.
 * {@code -Dsluice.queue.faults=20} does each more often. The clock is set back only where Debian's libfaketime is installed, or {@code
 * -Dsluice.faketime} names its library.
 */
class QueueFaultsIT {
    private static final int ROUNDS = Math.max(1, Integer.getInteger("sluice.queue.faults", 1));
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Path FAKETIME =
            Path.of(System.getProperty("sluice.faketime", "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"));
    /** How much more a file of the gateway may get than the newest segment has. */
    private static final long ROOM_KIBIBYTES = 16;

    private static final long KIBIBYTE = 1024;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @TempDir
    Path directory;

    @Test
    void losesNothingWhenTheLastWriteIsTorn() throws Exception {
        try (QueueUnderLoad queue = QueueUnderLoad.start(directory)) {
            queue.begin(UnaryOperator.identity());
            queue.killNode();
            queue.awaitMore();

            for (int round = 0; round < ROUNDS; round++) {
                queue.killGateway();
                tear(newest(queue.files()), round);
                queue.restartGateway(UnaryOperator.identity());
                assertThat(queue.gateway().log()).as("seed %d", seed).contains("a write was cut short");
                queue.awaitMore();
            }
            queue.restartNode();

            queue.finish("torn writes, seed " + seed + ", " + ROUNDS + " times");
        }
    }

    private static Path newest(Path files) throws IOException {
        try (Stream<Path> all = Files.list(files)) {
            return all.filter(file -> file.getFileName().toString().endsWith(".segment"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** Puts behind the last write what a write that was cut short may leave: anything, zeros, or what looks like records. */
    private void tear(Path segment, int round) throws IOException {
        byte[] behind = new byte[1 + random.nextInt(20_000)];
        switch (round % 3) {
            case 0 -> random.nextBytes(behind);
            case 1 -> Arrays.fill(behind, (byte) 0);
            default -> {
                byte[] before = Files.readAllBytes(segment);
                int from = random.nextInt(before.length);
                behind = Arrays.copyOfRange(before, from, Math.min(before.length, from + behind.length));
            }
        }
        Files.write(segment, behind, StandardOpenOption.APPEND);
    }

    @Test
    void losesNothingWhenTheDiskIsFull() throws Exception {
        try (QueueUnderLoad queue = QueueUnderLoad.start(directory)) {
            queue.configure("segmentBytes: 64MiB, minFree: 10MiB");
            queue.begin(UnaryOperator.identity());
            queue.killNode();

            for (int round = 0; round < ROUNDS; round++) {
                // The kernel refuses to write beyond the limit, in the middle of a record.
                queue.killGateway();
                long limit = Files.size(newest(queue.files())) / KIBIBYTE + ROOM_KIBIBYTES;
                queue.restartGateway(builder -> limited(builder, limit));
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> !queue.queue().path("failure").isNull());
                assertThat(write(queue)).as("seed %d", seed).isEqualTo(503);

                // The room that must stay free is more than there is.
                queue.killGateway();
                queue.configure("segmentBytes: 64MiB, minFree: 1000000GiB");
                queue.restartGateway(UnaryOperator.identity());
                assertThat(queue.queue().path("failure").isNull()).isTrue();
                assertThat(write(queue)).isEqualTo(429);

                queue.killGateway();
                queue.configure("segmentBytes: 64MiB, minFree: 10MiB");
                queue.restartGateway(UnaryOperator.identity());
                queue.awaitMore();
            }
            queue.restartNode();

            queue.finish("full disks, " + ROUNDS + " times each by RLIMIT_FSIZE and by minFree");
        }
    }

    private static int write(QueueUnderLoad queue) throws Exception {
        return queue.gateway()
                .send("POST", "/_bulk", "{\"index\":{\"_index\":\"counters\",\"_id\":\"refused\"}}\n{\"n\":1}\n")
                .statusCode();
    }

    private static ProcessBuilder limited(ProcessBuilder builder, long kibibytes) {
        List<String> command =
                new ArrayList<>(List.of("bash", "-c", "ulimit -f " + kibibytes + "; exec \"$@\"", "bash"));
        command.addAll(builder.command());
        return builder.command(command);
    }

    @Test
    void losesNothingWhenTheClockIsSetBack() throws Exception {
        Assumptions.assumeTrue(Files.exists(FAKETIME), "there is no " + FAKETIME);
        Path clock = directory.resolve("clock");
        Files.writeString(clock, "+0");
        UnaryOperator<ProcessBuilder> withClock = builder -> {
            builder.environment().put("LD_PRELOAD", FAKETIME.toString());
            builder.environment().put("FAKETIME_TIMESTAMP_FILE", clock.toString());
            builder.environment().put("FAKETIME_NO_CACHE", "1");
            builder.environment().put("DONT_FAKE_MONOTONIC", "1");
            return builder;
        };
        try (QueueUnderLoad queue = QueueUnderLoad.start(directory)) {
            queue.begin(withClock);

            for (int round = 0; round < ROUNDS; round++) {
                queue.killNode();
                Files.writeString(clock, "-" + (round + 1) + "d");
                queue.awaitMore();
                queue.killGateway();
                LocalDate begun = LocalDate.now();
                queue.restartGateway(withClock);
                int back = round + 1;
                assertThat(Stream.of(begun, LocalDate.now())
                                .map(day -> day.minusDays(back).toString()))
                        .as("days that the gateway's log may have")
                        .anyMatch(queue.gateway().log()::contains);
                queue.awaitMore();
                Files.writeString(clock, "+" + (round + 1) + "d");
                queue.awaitMore();
                Files.writeString(clock, "-" + (round + 2) + "d");
                queue.restartNode();
                queue.awaitMore();
            }

            queue.finish("clocks set back " + 2 * ROUNDS + " times");
        }
    }
}
