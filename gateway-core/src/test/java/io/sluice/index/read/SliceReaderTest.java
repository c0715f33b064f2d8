package io.sluice.index.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.call.AnswerTooLongException;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import io.sluice.index.read.FaultyShard.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SliceReaderTest {
    private static final IndexDescription INDEX = new IndexDescription(
            "i",
            JsonNodeFactory.instance.objectNode(),
            JsonNodeFactory.instance.objectNode().put("uuid", "u").put("number_of_shards", "1"),
            JsonNodeFactory.instance.objectNode());
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int MIB = 1 << 20;

    private final FaultyShard shard;

    SliceReaderTest() throws IOException {
        shard = new FaultyShard();
    }

    @AfterEach
    void stop() {
        shard.close();
    }

    private List<Long> read(Slice slice, long from, SnapshotKind kind, Duration timeout, int maxAnswer)
            throws Exception {
        List<Long> read = new ArrayList<>();
        long[] reached = {from};
        try (ClusterCalls calls = shard.calls(timeout, maxAnswer)) {
            ReadTerms terms = new ReadTerms(new Server(false, 7, 17), SourceForm.LINE, 4_000, kind);
            new SliceReader(calls, INDEX, terms).read(slice, from, (documents, position) -> {
                documents.forEach(document -> read.add(document.seqNo()));
                reached[0] = position;
            });
        }
        if (!slice.isTail()) {
            assertThat(reached[0]).isEqualTo(Math.max(from, slice.upTo()));
        }
        return read;
    }

    private List<Long> read(Slice slice, long from) throws Exception {
        return read(slice, from, SnapshotKind.AUTO, LONG, MIB);
    }

    @ParameterizedTest
    @EnumSource(SnapshotKind.class)
    void readsPastAPipelineThatLeavesDocumentsOut(SnapshotKind kind) throws Exception {
        for (long number = 0; number < 50; number++) {
            shard.put(number, "{}");
        }
        shard.hides = true;
        ObjectNode settings = (ObjectNode) INDEX.settings().deepCopy();
        settings.putObject("search").put("default_pipeline", "p");
        IndexDescription index = new IndexDescription("i", INDEX.mappings(), settings, INDEX.aliases());
        List<Long> read = new ArrayList<>();
        try (ClusterCalls calls = shard.calls(LONG, MIB)) {
            SliceReader reader =
                    new SliceReader(calls, index, new ReadTerms(Server.of("2.19.0"), SourceForm.LINE, 4_000, kind));
            for (Slice slice : List.of(new Slice("i", 0, -1, 19), new Slice("i", 0, 19, Slice.OPEN))) {
                reader.read(
                        slice,
                        slice.after(),
                        (documents, position) -> documents.forEach(document -> read.add(document.seqNo())));
            }
        }
        assertThat(read).hasSize(50).isSorted();
    }

    @Test
    void readsEveryDocumentOfASliceOnceWhateverTheGaps() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TreeSet<Long> numbers = new TreeSet<>();
        for (int i = 0; i < 3_000; i++) {
            numbers.add(random.nextInt(3) == 0 ? random.nextLong(5_000) : random.nextLong(1L << 33));
        }
        numbers.forEach(number -> shard.put(number, "{\"x\":\"" + "y".repeat(random.nextInt(60)) + "\"}"));
        long upTo = numbers.last() - 10;

        assertThat(read(new Slice("i", 0, 99, upTo), 99))
                .as("seed %s", seed)
                .containsExactlyElementsOf(numbers.subSet(99L, false, upTo, true));
        assertThat(shard.searches.get()).isLessThan(1_000);
    }

    @Test
    void readsEveryDocumentOfAShardThatWasShrunk() throws Exception {
        int documents = 0;
        for (long i = 0; i < 100; i++) {
            for (int twins = i == 50 ? 30 : 1 + (int) i % 5; twins > 0; twins--) {
                shard.put(i, "{\"x\":\"" + "y".repeat(500) + "\"}");
                documents++;
            }
        }

        assertThat(read(new Slice("i", 0, -1, 99), -1)).hasSize(documents).isSorted();
    }

    @Test
    void saysWhereDocumentsOfOneNumberAreTooMany() {
        for (int i = 0; i < 30; i++) {
            shard.put(1, "{\"x\":\"" + "y".repeat(1_000) + "\"}");
        }

        assertThatThrownBy(() -> read(new Slice("i", 0, -1, 1), -1, SnapshotKind.AUTO, LONG, 20_000))
                .isInstanceOf(IOException.class);
    }

    @Test
    void goesOnBehindAPosition() throws Exception {
        for (long i = 0; i < 50; i++) {
            shard.put(i, "{}");
        }

        assertThat(read(new Slice("i", 0, -1, 49), 47)).containsExactly(48L, 49L);
    }

    @Test
    void repeatsWhatWasNotAnsweredWell() throws Exception {
        for (long i = 0; i < 50; i++) {
            shard.put(i, "{}");
        }
        shard.faults.addAll(List.of(Fault.BUSY, Fault.CUT, Fault.BUSY));

        assertThat(read(new Slice("i", 0, -1, 49), -1)).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void repeatsWhatANodeThatHangsDoesNotAnswer() throws Exception {
        shard.put(1, "{}");
        shard.faults.add(Fault.HANG);

        assertThat(read(new Slice("i", 0, -1, 5), -1, SnapshotKind.AUTO, Duration.ofSeconds(2), MIB))
                .containsExactly(1L);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"UNSORTED", "PARTIAL", "EARLY", "EMPTY", "INCOMPLETE", "MUTE"})
    void takesNothingElseThanWhatItAskedFor(Fault fault) {
        for (long i = 0; i < 50; i++) {
            shard.put(i, "{}");
        }
        shard.faults.add(fault);

        assertThatThrownBy(() -> read(new Slice("i", 0, -1, 49), -1)).isInstanceOf(IOException.class);
    }

    @Test
    void asksForLessWhereAnAnswerIsTooLong() throws Exception {
        for (long i = 0; i < 200; i++) {
            shard.put(i, "{\"x\":\"" + "y".repeat(1_000) + "\"}");
        }

        assertThat(read(new Slice("i", 0, -1, 199), -1, SnapshotKind.AUTO, LONG, 20_000))
                .hasSize(200);
    }

    /** The first answer of a scroll is too long, or a later one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 200, 230})
    void beginsAScrollWithFewerDocumentsWhereAnAnswerIsTooLong(int shortOnes) throws Exception {
        shard.mostOfScroll = Integer.MAX_VALUE;
        for (long i = 0; i < 300; i++) {
            shard.put(i, i < shortOnes ? "{}" : "{\"x\":\"" + "y".repeat(1_000) + "\"}");
        }

        List<Long> read = read(new Slice("i", 0, -1, Slice.OPEN), -1, SnapshotKind.SCROLL, LONG, 20_000);

        assertThat(new TreeSet<>(read)).hasSize(300);
    }

    @Test
    void saysWhereADocumentOfAScrollIsTooLong() {
        shard.put(1, "{\"x\":\"" + "y".repeat(30_000) + "\"}");

        assertThatThrownBy(() -> read(new Slice("i", 0, -1, Slice.OPEN), -1, SnapshotKind.SCROLL, LONG, 20_000))
                .isInstanceOf(AnswerTooLongException.class);
    }

    @Test
    void saysWhereADocumentIsTooLong() {
        shard.put(1, "{\"x\":\"" + "y".repeat(30_000) + "\"}");

        assertThatThrownBy(() -> read(new Slice("i", 0, -1, 1), -1, SnapshotKind.AUTO, LONG, 20_000))
                .isInstanceOf(AnswerTooLongException.class);
    }

    @ParameterizedTest
    @EnumSource(SnapshotKind.class)
    void readsATailToItsEndAndClosesWhatItOpened(SnapshotKind kind) throws Exception {
        for (long i = 0; i < 50; i++) {
            shard.put(i * 7, "{}");
        }

        assertThat(read(new Slice("i", 0, 20, Slice.OPEN), 20, kind, LONG, MIB))
                .hasSize(47)
                .startsWith(21L)
                .endsWith(343L);
        assertThat(shard.open).hasValue(0);
    }

    /** The first answer tells a point in time where the tail ends; later ones are pages. */
    @ParameterizedTest
    @CsvSource({"PIT, EMPTY, 0", "PIT, EMPTY, 1", "PIT, INCOMPLETE, 1", "SCROLL, EMPTY, 0", "SCROLL, EMPTY, 4"})
    void endsNoTailBeforeAllThatIsDueWasRead(SnapshotKind kind, Fault fault, int after) {
        for (long i = 0; i < 20; i++) {
            shard.put(i, "{}");
        }
        for (int i = 0; i < after; i++) {
            shard.faults.add(Fault.NONE);
        }
        shard.faults.add(fault);

        assertThatThrownBy(() -> read(new Slice("i", 0, -1, Slice.OPEN), -1, kind, LONG, MIB))
                .isInstanceOf(IOException.class);
        assertThat(shard.open).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = SnapshotKind.class,
            names = {"PIT", "SCROLL"})
    void readsATailAnewWhereTheServerLostItsSnapshot(SnapshotKind kind) throws Exception {
        for (long i = 0; i < 20; i++) {
            shard.put(i, "{}");
        }
        // The first request of a snapshot succeeds, the second finds nothing.
        try (ClusterCalls calls = shard.calls(LONG, MIB)) {
            ReadTerms terms = new ReadTerms(new Server(false, 7, 17), SourceForm.LINE, 200, kind);
            List<Long> read = new ArrayList<>();
            new SliceReader(calls, INDEX, terms).read(new Slice("i", 0, -1, Slice.OPEN), -1, (documents, position) -> {
                if (read.isEmpty()) {
                    shard.faults.add(Fault.GONE);
                }
                documents.forEach(document -> read.add(document.seqNo()));
            });

            assertThat(new TreeSet<>(read)).hasSize(20);
        }
        assertThat(shard.open).hasValue(0);
    }
}
