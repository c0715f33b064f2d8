package io.sluice.index.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.index.copy.Renaming;
import io.sluice.index.job.Journal;
import io.sluice.index.write.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A backup of 300 documents; of the tail's 60, 50 are in the body's file too. */
class RestoreCheckTest {
    private static final int DOCUMENTS = 300;
    private static final int LINES = 350;

    @TempDir
    Path directory;

    @TempDir
    Path state;

    @BeforeEach
    void backUp() throws IOException {
        RestoreTarget.complete(
                directory,
                List.of(
                        file("data/i/0-0-1.ndjson.gz", 0, 290, false),
                        file("data/i/0-tail-1.ndjson.gz", 240, DOCUMENTS, true)));
    }

    private ArchiveFile file(String name, int from, int to, boolean tail) throws IOException {
        try (ArchiveFileWriter file = new ArchiveFileWriter(directory, name)) {
            for (int i = from; i < to; i++) {
                file.add(RestoreTarget.document("d" + i, "{}"));
            }
            return file.finish(tail);
        }
    }

    @Test
    void missesNothingWhereTheTailHasDocumentsAgain() throws Exception {
        try (RestoreTarget target = new RestoreTarget(false)) {
            Restore.Restored restored = target.restore(directory, state, WriteMode.VERSION);

            assertThat(restored).isEqualTo(new Restore.Restored("i", "i", LINES, DOCUMENTS, 0, null));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "_source":{"enabled":false}     | '' | keep only parts of sources
            "_source":{"excludes":["a"]}    | '' | keep only parts of sources
            ''                              | ,"mapping":{"source":{"mode":"disabled"}} | keep only parts of sources
            ''                              | ,"final_pipeline":"p" | the final_pipeline 'p'
            """, quoteCharacter = '\'')
    void loadsNothingWhereATemplateWouldLoseIt(String mappings, String settings, String said) throws Exception {
        try (RestoreTarget target = new RestoreTarget(false)) {
            target.mappings = mappings;
            target.settings = settings;

            assertThatThrownBy(() -> target.restore(directory, state, WriteMode.VERSION))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(said);
            assertThat(target.stored).isEmpty();
        }
    }

    @Test
    void loadsWhereATemplateChangesNothingOfSources() throws Exception {
        try (RestoreTarget target = new RestoreTarget(false)) {
            target.mappings = "\"_source\":{\"enabled\":true},\"dynamic\":\"strict\"";
            target.settings = ",\"final_pipeline\":\"_none\",\"default_pipeline\":\"p\"";

            assertThat(target.restore(directory, state, WriteMode.VERSION).missing())
                    .isZero();
        }
    }

    /** The other process may be in the middle of a line. */
    @Test
    void leavesTheFileOfRefusedDocumentsToWhoHasTheJournal() throws Exception {
        Path refused = state.resolve("refused.ndjson");
        Files.writeString(refused, "{\"index\":\"i\",\"i");
        try (RestoreTarget target = new RestoreTarget(false);
                Journal journal = Journal.open(
                        state, JsonNodeFactory.instance.objectNode().put("a", 1))) {
            assertThat(journal).isNotNull();

            assertThatThrownBy(() -> target.restore(directory, state, WriteMode.VERSION))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is used by another job");
        }
        assertThat(refused).hasContent("{\"index\":\"i\",\"i");
    }

    @ParameterizedTest
    @ValueSource(strings = {"d7", "d295"})
    void missesADocumentThoughTheTailHasOthers(String id) throws Exception {
        try (RestoreTarget target = new RestoreTarget(false)) {
            target.conflicting.add(id);

            Restore.Restored restored = target.restore(directory, state, WriteMode.VERSION);

            assertThat(restored).isEqualTo(new Restore.Restored("i", "i", LINES, DOCUMENTS - 1, 1, id));
        }
    }

    @Test
    void missesADocumentThoughTheIndexHasOthers() throws Exception {
        try (RestoreTarget target = new RestoreTarget(true)) {
            for (int i = 0; i <= LINES - DOCUMENTS; i++) {
                target.stored.put("other " + i, "{}");
            }
            target.conflicting.add("d7");

            Restore.Restored restored = target.restore(directory, state, WriteMode.VERSION);

            assertThat(restored).isEqualTo(new Restore.Restored("i", "i", LINES, LINES, 1, "d7"));
        }
    }

    @Test
    void missesWhatIsGoneWhereTheJobIsRunAgain() throws Exception {
        try (RestoreTarget target = new RestoreTarget(true)) {
            target.restore(directory, state, WriteMode.VERSION);
            target.stored.remove("d11");

            assertThat(target.restore(directory, state, WriteMode.VERSION).missing())
                    .isEqualTo(1);
        }
    }

    @Test
    void writesNothingWhereTwoIndicesWouldBecomeOne() throws Exception {
        RestoreTarget.complete(
                directory,
                Map.of(
                        "a", List.of(file("data/a/0-0-1.ndjson.gz", 0, 10, false)),
                        "b", List.of(file("data/b/0-0-1.ndjson.gz", 0, 10, false))));

        try (RestoreTarget target = new RestoreTarget(true)) {
            assertThatThrownBy(() -> target.restore(directory, state, WriteMode.VERSION, "*", Renaming.to("i")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("would become one index, 'i'");
            assertThat(target.stored).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"typo", "i,typo", "typo,*", "i,typo*"})
    void writesNothingWhereANameIsNotInTheBackup(String expression) throws Exception {
        try (RestoreTarget target = new RestoreTarget(false)) {
            assertThatThrownBy(() -> target.restore(directory, state, WriteMode.VERSION, expression))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the backup has no index 'typo");
            assertThat(target.stored).isEmpty();
        }
    }
}
