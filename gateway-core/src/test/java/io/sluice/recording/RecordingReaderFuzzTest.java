package io.sluice.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

class RecordingReaderFuzzTest {
    private static final Path FILE = Path.of("fuzzed");

    @FuzzTest
    void readsAnythingOrSaysWhereItCannot(byte[] content) throws IOException {
        read(content);
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(content);
            out.write("\n".getBytes(StandardCharsets.UTF_8));
        }
        read(zipped.toByteArray());
    }

    private static void read(byte[] content) throws IOException {
        try (RecordingReader reader = new RecordingReader(FILE, new ByteArrayInputStream(content))) {
            while (reader.next() != null) {
                // Each is whole.
            }
        } catch (RecordingException e) {
            assertThat(e.offset()).isBetween(0L, (long) content.length);
            assertThat(e).hasMessageContaining("at byte " + e.offset());
        }
    }
}
