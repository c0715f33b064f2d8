package io.sluice.index.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.index.read.Document;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads the documents of one file of a backup. For one thread. */
final class ArchiveFileReader implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int BUFFER = 64 << 10;

    private final String name;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;

    ArchiveFileReader(Path file) throws IOException {
        this.name = file.toString();
        InputStream raw = Files.newInputStream(file);
        try {
            this.in = new GZIPInputStream(raw, BUFFER);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** The next document, its content its source in one line; null after the last. */
    @Nullable Document next() throws IOException {
        byte[] action = line();
        if (action == null) {
            return null;
        }
        byte[] source = line();
        JsonNode index = MAPPER.readTree(action).path("index");
        if (source == null
                || !index.path("_id").isTextual()
                || !index.path("version").isIntegralNumber()) {
            throw new IOException(name + " has lines that are no document of a backup");
        }
        String routing =
                index.path("routing").isTextual() ? index.path("routing").asText() : null;
        return new Document(
                index.path("_id").asText(), routing, index.path("version").asLong(), 0, 0, source);
    }

    // Without its end; null at the end of the file.
    private byte @Nullable [] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (from == to) {
                to = in.read(buffer);
                from = 0;
                if (to < 0) {
                    to = 0;
                    if (line.size() > 0) {
                        throw new IOException(name + " ends in the middle of a line");
                    }
                    return null;
                }
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            line.write(buffer, from, end - from);
            boolean whole = end < to;
            from = whole ? end + 1 : end;
            if (whole) {
                return line.toByteArray();
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
