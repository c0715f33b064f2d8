package io.sluice.index.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.index.call.CallTerms;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TailOfAnotherCopyTest {
    private static final IndexDescription INDEX = new IndexDescription(
            "i",
            JsonNodeFactory.instance.objectNode(),
            JsonNodeFactory.instance.objectNode().put("uuid", "u").put("number_of_shards", "1"),
            JsonNodeFactory.instance.objectNode());
    private static final ReadTerms TERMS =
            new ReadTerms(Server.of("8.19.4"), SourceForm.LINE, 1 << 16, SnapshotKind.AUTO);

    @Test
    void readsADocumentThatIsThereAllTheTimeAndWasUpdatedInBetween() throws Exception {
        try (CopiesOfAShard shard = new CopiesOfAShard();
                ClusterCalls calls = calls(shard, Duration.ofSeconds(60))) {
            List<String> ids = List.of("0", "1", "2", "3", "4");
            ids.forEach(shard::index);
            List<Slice> bodiesAndTails = SlicePlan.of(calls, INDEX, 1);

            shard.index("2");
            shard.refreshPrimary();

            assertThat(read(calls, bodiesAndTails)).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Test
    void readsADocumentWhoseUpdateIsOnItsWayToAReplica() throws Exception {
        try (CopiesOfAShard shard = new CopiesOfAShard();
                ClusterCalls calls = calls(shard, Duration.ofSeconds(60))) {
            List<String> ids = List.of("0", "1", "2", "3", "4");
            ids.forEach(shard::index);
            List<Slice> bodiesAndTails = SlicePlan.of(calls, INDEX, 1);

            shard.lag(3);
            shard.index("2");
            shard.refreshPrimary();

            assertThat(read(calls, bodiesAndTails)).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Test
    void readsNoTailOfCopiesThatDoNotGetWhatTheirPrimaryHas() throws Exception {
        try (CopiesOfAShard shard = new CopiesOfAShard();
                ClusterCalls calls = calls(shard, Duration.ZERO)) {
            shard.index("0");
            shard.lag(Integer.MAX_VALUE);
            shard.index("0");

            assertThatThrownBy(() -> read(calls, List.of(new Slice("i", 0, 0, Slice.OPEN))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("shard 0 of index 'i' has copies that lack operations up to number 1 after 0 s");
        }
    }

    @Test
    void doesNotWaitForACopyThatIsGone() throws Exception {
        try (CopiesOfAShard shard = new CopiesOfAShard();
                ClusterCalls calls = calls(shard, Duration.ZERO)) {
            shard.index("0");
            shard.lag(Integer.MAX_VALUE);
            shard.index("1");
            shard.loseReplica();

            assertThat(read(calls, List.of(new Slice("i", 0, 0, Slice.OPEN)))).containsExactly("1");
        }
    }

    @Test
    void doesNotWaitForOperationsThatAFailOverHasLost() throws Exception {
        try (CopiesOfAShard shard = new CopiesOfAShard();
                ClusterCalls calls = calls(shard, Duration.ofSeconds(60))) {
            shard.index("0");
            shard.lag(Integer.MAX_VALUE);
            shard.index("1");
            shard.failOverAt(2);

            assertThat(read(calls, List.of(new Slice("i", 0, -1, Slice.OPEN)))).containsExactly("0");
        }
    }

    @Test
    void doesNotWaitForACopyThatIsMadeAnew() throws Exception {
        try (CopiesOfAShard shard = new CopiesOfAShard();
                ClusterCalls calls = calls(shard, Duration.ZERO)) {
            shard.index("0");
            shard.lag(Integer.MAX_VALUE);
            shard.index("1");
            shard.recoverReplica();

            assertThat(read(calls, List.of(new Slice("i", 0, 0, Slice.OPEN)))).containsExactly("1");
        }
    }

    @Test
    void waitsForAPrimaryThatIsAwayForAMoment() throws Exception {
        try (CopiesOfAShard shard = new CopiesOfAShard();
                ClusterCalls calls = calls(shard, Duration.ofSeconds(60))) {
            shard.index("0");
            shard.beAway(2);

            assertThat(PrimaryShard.all(calls, INDEX)).hasSize(1);
        }
    }

    private static ClusterCalls calls(CopiesOfAShard shard, Duration patience) throws Exception {
        return new ClusterCalls(config(shard), new CallTerms(Duration.ofSeconds(30), patience, 1 << 20));
    }

    private static List<String> read(ClusterCalls calls, List<Slice> slices) throws Exception {
        List<String> read = new ArrayList<>();
        for (Slice slice : slices) {
            new SliceReader(calls, INDEX, TERMS)
                    .read(
                            slice,
                            slice.after(),
                            (documents, position) -> documents.forEach(document -> read.add(document.id())));
        }
        return read;
    }

    private static ClusterConfig config(CopiesOfAShard shard) throws Exception {
        return new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + shard.address() + "'] }", "test", Path.of("."), ClusterConfig.class);
    }
}
