package io.sluice.index.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.index.write.WriteMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document that was written during a backup is in a body file, as it was, and in the tail's, as it became. */
class RestoreOrderTest {
    @TempDir
    Path directory;

    @TempDir
    Path state;

    @Test
    void replacesByTheNewestOfTheBackup() throws Exception {
        backUp();

        try (RestoreTarget target = new RestoreTarget(true)) {
            target.restore(directory, state, WriteMode.REPLACE);

            assertThat(target.stored).containsEntry("x", "{\"v\":\"new\"}");
        }
    }

    private void backUp() throws IOException {
        List<ArchiveFile> files = new ArrayList<>();
        try (ArchiveFileWriter body = new ArchiveFileWriter(directory, "data/i/0-0-1.ndjson.gz")) {
            for (int i = 0; i < 60_000; i++) {
                body.add(RestoreTarget.document("d" + i, "{\"v\":\"other\"}"));
            }
            body.add(RestoreTarget.document("x", "{\"v\":\"old\"}"));
            files.add(body.finish(false));
        }
        try (ArchiveFileWriter tail = new ArchiveFileWriter(directory, "data/i/0-tail-1.ndjson.gz")) {
            tail.add(RestoreTarget.document("x", "{\"v\":\"new\"}"));
            files.add(tail.finish(true));
        }
        RestoreTarget.complete(directory, files);
    }
}
