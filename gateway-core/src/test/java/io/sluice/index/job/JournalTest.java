package io.sluice.index.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
    private static final ObjectNode IDENTITY = number("job", 1);

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve(Journal.FILE);
    }

    private static ObjectNode number(String name, int value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }

    private List<JsonNode> written() throws IOException {
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            journal.add(number("a", 1));
            journal.add(number("b", 2));
        }
        return List.of(IDENTITY, number("a", 1), number("b", 2));
    }

    private List<JsonNode> reopened() throws IOException {
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            return journal.entries();
        }
    }

    @Test
    void keepsEntriesInTheirOrder() throws Exception {
        assertThat(written()).isEqualTo(reopened());
    }

    @Test
    void takesALastLineThatWasCutShortForNeverWritten() throws Exception {
        List<JsonNode> all = written();
        byte[] bytes = Files.readAllBytes(file);
        int lastLine =
                new String(bytes, java.nio.charset.StandardCharsets.UTF_8).lastIndexOf('\n', bytes.length - 2) + 1;
        for (int length = bytes.length; length >= lastLine; length--) {
            Files.write(file, Arrays.copyOf(bytes, length));

            assertThat(reopened()).isEqualTo(length == bytes.length ? all : all.subList(0, 2));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a diary", "deadbeef-and more", "0123456789"})
    void leavesAFileAsItIsThatIsNoJournal(String text) throws Exception {
        Files.writeString(file, text);

        assertThatThrownBy(() -> Journal.open(directory, IDENTITY)).hasMessageContaining("is no journal");
        assertThat(file).hasContent(text);
    }

    @Test
    void beginsAnewWhereItsFirstLineWasCutShort() throws Exception {
        Journal.open(directory, IDENTITY).close();
        String line = Files.readString(file);
        for (int length = 0; length < line.length(); length++) {
            Files.writeString(file, line.substring(0, length));

            assertThat(reopened()).as("%s bytes", length).isEmpty();
            assertThat(reopened()).as("%s bytes", length).containsExactly(IDENTITY);
        }
    }

    @Test
    void goesOnBehindALineThatWasCutShort() throws Exception {
        written();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            journal.add(number("c", 3));
        }

        assertThat(reopened()).containsExactly(IDENTITY, number("a", 1), number("c", 3));
    }

    @Test
    void neverTakesABitThatFlippedForAnotherEntry() throws Exception {
        List<JsonNode> all = written();
        byte[] bytes = Files.readAllBytes(file);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);
            List<JsonNode> read;
            try {
                read = reopened();
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("damaged");
                continue;
            }
            assertThat(all.subList(0, read.size())).as("bit %d", bit).isEqualTo(read);
        }
    }

    @Test
    void refusesTheJournalOfAnotherJob() throws Exception {
        written();

        assertThatThrownBy(() -> Journal.open(directory, number("job", 2))).hasMessageContaining("another job");
    }

    @Test
    void isForOneUserAtATime() throws Exception {
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            assertThat(journal.entries()).isEmpty();
            assertThatThrownBy(() -> Journal.open(directory, IDENTITY)).hasMessageContaining("used by another");
        }
    }

    @Test
    void isForTheNextUserAfterAnInterruptedOne() throws Exception {
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> journal.add(number("a", 1))).isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            assertThat(journal.entries()).isNotEmpty();
        }
    }

    @Test
    void isForOneProcessAtATime() throws Exception {
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            assertThat(OtherProcess.canLock(file)).isFalse();
            journal.add(number("a", 1));
        }
        assertThat(OtherProcess.canLock(file)).isTrue();
    }

    @Test
    void staysLockedForOtherProcessesAfterASecondJobOfThisOneWasRefused() throws Exception {
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            assertThat(journal.entries()).isEmpty();
            assertThatThrownBy(() -> Journal.open(directory, IDENTITY)).hasMessageContaining("job of this process");

            assertThat(OtherProcess.canLock(file)).isFalse();
        }
    }
}
