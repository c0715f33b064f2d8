package io.sluice.index.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Renaming;
import io.sluice.index.diff.Side;
import io.sluice.index.job.Journal;
import io.sluice.index.job.Pace;
import io.sluice.index.job.Progress;
import io.sluice.index.read.FaultyShard;
import io.sluice.index.read.FaultyShard.Fault;
import io.sluice.index.read.SnapshotKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
    private static final int DOCUMENTS = 20;

    @TempDir
    Path directory;

    private FaultyShard shard;

    @BeforeEach
    void serve() throws IOException {
        shard = new FaultyShard();
        for (long i = 0; i < DOCUMENTS; i++) {
            shard.put(i, "{}");
        }
    }

    @AfterEach
    void stop() {
        shard.close();
    }

    private Backup.Summary backUp() throws Exception {
        BackupTerms terms = new BackupTerms(directory, 1, 1 << 20, 1 << 20, SnapshotKind.AUTO, new Pace(0, 0));
        try (ClusterCalls calls = shard.calls(Duration.ofSeconds(60), 1 << 20);
                Progress progress = new Progress(new PrintWriter(Writer.nullWriter()), false)) {
            return new Backup(
                            new Side(calls, Server.of("8.19.4")),
                            terms,
                            new CopyTerms.TargetTerms(Renaming.NONE, true, 0, List.of(), false),
                            progress)
                    .run("i", JsonNodeFactory.instance.objectNode().put("job", "backup"));
        }
    }

    private void breakOff() {
        shard.faults.add(Fault.PARTIAL);
        assertThatThrownBy(this::backUp).hasMessageContaining("shards");
    }

    private Path file(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "mine");
    }

    @Test
    void leavesADirectoryAloneThatWasNeverABackup() throws Exception {
        Path mine = file("data/i/0-0-1.ndjson.gz");

        assertThatThrownBy(this::backUp).isInstanceOf(IOException.class).hasMessageContaining("no unfinished backup");

        assertThat(mine).hasContent("mine");
        assertThat(directory.resolve(Journal.FILE)).doesNotExist();
    }

    @Test
    void leavesABackupAloneThatHasLostItsManifest() throws Exception {
        backUp();
        Files.delete(directory.resolve(Manifest.FILE));
        Path data = directory.resolve("data/i/0-0-1.ndjson.gz");
        assertThat(data).exists();

        assertThatThrownBy(this::backUp).hasMessageContaining("no unfinished backup");

        assertThat(data).exists();
    }

    @Test
    void removesNothingButItsOwnLeftoversWhereItGoesOn() throws Exception {
        breakOff();
        Path whole = file("data/i/0-0-9.ndjson.gz");
        Path part = file("data/i/0-0-8.ndjson.gz.part");
        List<Path> others = List.of(file("data/i/notes.txt"), file("data/j/0-0-1.ndjson.gz"), file("notes.txt"));

        assertThat(backUp().documents()).isEqualTo(DOCUMENTS);

        assertThat(whole).doesNotExist();
        assertThat(part).doesNotExist();
        assertThat(others).allSatisfy(other -> assertThat(other).hasContent("mine"));
    }

    /** The uuid stays the same then. */
    @Test
    void doesNotGoOnWhereASnapshotWasRestoredMeanwhile() throws Exception {
        breakOff();
        shard.history = "of the snapshot";

        assertThatThrownBy(this::backUp).hasMessageContaining("index 'i' is not the one that this backup began with");
    }
}
