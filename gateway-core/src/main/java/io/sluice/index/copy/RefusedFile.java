package io.sluice.index.copy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.read.Document;
import io.sluice.index.write.RefusedSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps documents that the target refuses in a file of JSON lines, up to a number of them. Thread-safe. */
public final class RefusedFile implements RefusedSink {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path file;
    private final long most;
    private long refused;

    /**
     * A file.
     *
     * @param most documents; the next one ends the job
     */
    public RefusedFile(Path file, long most) {
        this.file = file;
        this.most = most;
    }

    /** How many there were in this run. */
    public synchronized long refused() {
        return refused;
    }

    @Override
    public synchronized void refuse(Document document, int status, String reason) throws IOException {
        if (refused >= most) {
            throw new IOException("the target refuses document '" + document.id() + "' with status " + status + ": "
                    + reason + (most == 0 ? ". --max-refused lets a job go on" : ""));
        }
        refused++;
        ObjectNode line = MAPPER.createObjectNode();
        line.put("id", document.id()).put("routing", document.routing()).put("status", status);
        line.put("reason", reason).put("source", document.text());
        Files.write(
                file,
                (line + "\n").getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
