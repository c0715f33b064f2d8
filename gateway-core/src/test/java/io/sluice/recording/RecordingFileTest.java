package io.sluice.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {
    private static final Instant NOW = Instant.parse("2026-11-27T01:02:03.456789Z");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @TempDir
    Path directory;

    private static RecordedExchange exchange(int number, byte[] body, RecordedExchange.@Nullable Answer answer) {
        return new RecordedExchange(
                NOW.plusMillis(number),
                1_234_567,
                "c" + number % 3,
                number % 2 == 0 ? "acme" : null,
                "POST",
                "/logs/_doc/" + number + "?routing=r",
                List.of(
                        new RecordedExchange.Field("Content-Type", "application/json"),
                        new RecordedExchange.Field("X-Two", "a"),
                        new RecordedExchange.Field("X-Two", "b \"quoted\" \u00e4")),
                body,
                201,
                answer);
    }

    private List<RecordedExchange> some(int count) {
        List<RecordedExchange> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] body = i % 3 == 0
                    ? new byte[random.nextInt(200)]
                    : ("{\"n\":" + i + "}\n").getBytes(StandardCharsets.UTF_8);
            if (i % 6 == 0) {
                random.nextBytes(body);
            }
            all.add(exchange(i, body, i % 4 == 0 ? new RecordedExchange.Answer("gzip", body) : null));
        }
        return all;
    }

    private Path written(List<List<RecordedExchange>> parts) throws IOException {
        try (RecordingFile file = new RecordingFile(directory, "default", 3, NOW)) {
            for (List<RecordedExchange> part : parts) {
                file.write(part);
            }
            assertThat(Files.size(files().getLast())).isEqualTo(file.size());
        }
        return files().getLast();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }

    /** Reads until the end or a problem, which is given too. */
    private static List<RecordedExchange> read(byte[] content, List<RecordingException> problems) throws IOException {
        List<RecordedExchange> read = new ArrayList<>();
        try (RecordingReader reader = new RecordingReader(Path.of("recorded"), new ByteArrayInputStream(content))) {
            for (RecordedExchange next = reader.next(); next != null; next = reader.next()) {
                read.add(next);
            }
        } catch (RecordingException e) {
            problems.add(e);
        }
        return read;
    }

    private static void assertSame(List<RecordedExchange> read, List<RecordedExchange> expected) throws IOException {
        assertThat(texts(read)).isEqualTo(texts(expected));
    }

    private static String texts(List<RecordedExchange> all) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (RecordedExchange one : all) {
            RecordingFormat.write(one, lines);
        }
        return lines.toString(StandardCharsets.UTF_8);
    }

    @Test
    void givesBackWhatWasWritten() throws Exception {
        List<RecordedExchange> all = some(40);
        Path file = written(List.of(all.subList(0, 7), all.subList(7, 8), all.subList(8, 40)));

        List<RecordedExchange> read = new ArrayList<>();
        try (RecordingReader reader = RecordingReader.open(file)) {
            for (RecordedExchange next = reader.next(); next != null; next = reader.next()) {
                read.add(next);
            }
        }
        assertSame(read, all);
    }

    @Test
    void isReadableForItsOwnerOnlyAndByToolsOfTheSystem() throws Exception {
        Path file = written(List.of(some(3)));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Process zcat = new ProcessBuilder("zcat", file.toString()).start();
        assertThat(new String(zcat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("{\"began\":\"2026-11-27T01:02:03.") && line.endsWith("}"));
        assertThat(zcat.waitFor()).isZero();
    }

    @Test
    void keepsTheNewestFilesOfItsFlow() throws Exception {
        Files.writeString(directory.resolve("default-more-20261127T010203456Z-000.ndjson.gz"), "of another flow");
        for (int i = 0; i < 5; i++) {
            new RecordingFile(directory, "default", 3, NOW.plusSeconds(i / 2)).close();
        }

        assertThat(files().stream().map(file -> file.getFileName().toString()))
                .containsExactly(
                        "default-20261127T010204456Z-000.ndjson.gz",
                        "default-20261127T010204456Z-001.ndjson.gz",
                        "default-20261127T010205456Z-000.ndjson.gz",
                        "default-more-20261127T010203456Z-000.ndjson.gz");
    }

    @Test
    void saysWhereAFileIsCutOffAndGivesAllBefore() throws Exception {
        List<RecordedExchange> all = some(9);
        byte[] whole = Files.readAllBytes(written(List.of(all.subList(0, 4), all.subList(4, 9))));
        int second = secondMember(whole);

        for (int length = 1; length < whole.length; length++) {
            List<RecordingException> problems = new ArrayList<>();
            List<RecordedExchange> read = read(Arrays.copyOf(whole, length), problems);
            if (length == second) {
                assertThat(problems).isEmpty();
            } else {
                assertThat(problems).hasSize(1);
                assertThat(problems.get(0).isCutOff())
                        .as("seed %d, length %d", seed, length)
                        .isTrue();
                assertThat(problems.get(0).offset()).isEqualTo(length < second ? 0 : second);
            }
            assertSame(read, length < second ? List.of() : all.subList(0, 4));
        }
    }

    @Test
    void saysWhereAFileIsDamagedAndGivesNothingOfThat() throws Exception {
        List<RecordedExchange> all = some(9);
        byte[] whole = Files.readAllBytes(written(List.of(all.subList(0, 4), all.subList(4, 9))));
        int second = secondMember(whole);
        int meaningless = 0;

        for (int at = 0; at < whole.length; at++) {
            int place = at - (at < second ? 0 : second);
            // The time, the level and the system of a gzip header mean nothing.
            if (place >= 4 && place < 10) {
                continue;
            }
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            List<RecordingException> problems = new ArrayList<>();
            List<RecordedExchange> read = read(changed, problems);
            if (problems.isEmpty()) {
                // Bits that fill up a byte, or describe a code that is not used, mean nothing.
                assertSame(read, all);
                meaningless++;
                continue;
            }
            assertThat(problems).as("seed %d, byte %d", seed, at).hasSize(1);
            assertThat(problems.get(0).offset()).isEqualTo(at < second ? 0 : second);
            assertSame(read, at < second ? List.of() : all.subList(0, 4));
        }
        assertThat(meaningless).as("seed %d", seed).isLessThan(whole.length / 20);
    }

    private static int secondMember(byte[] whole) {
        for (int i = 1; i < whole.length - 4; i++) {
            if (whole[i] == 0x1f && whole[i + 1] == (byte) 0x8b && whole[i + 2] == 8 && whole[i + 3] == 0) {
                return i;
            }
        }
        throw new AssertionError("there is one member only");
    }
}
