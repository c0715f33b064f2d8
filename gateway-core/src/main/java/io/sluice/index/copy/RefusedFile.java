package io.sluice.index.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.files.OwnerOnly;
import io.sluice.index.job.Durable;
import io.sluice.index.read.Document;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps documents that the target refuses in a file of JSON lines, up to a number of them in all runs of a job. One
 * process at a time; thread-safe.
 */
final class RefusedFile {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path file;
    private final long most;
    /** Those in the file; what a run did not get to acknowledge is refused again in the next. */
    private final Set<List<@Nullable String>> refused;

    private RefusedFile(Path file, long most, Set<List<@Nullable String>> refused) {
        this.file = file;
        this.most = most;
        this.refused = refused;
    }

    /**
     * Opens a file, which need not be there. A last line that was cut short is removed.
     *
     * @param most documents; the next one ends the job
     */
    static RefusedFile open(Path file, long most) throws IOException {
        Set<List<@Nullable String>> refused = new HashSet<>();
        if (Files.exists(file)) {
            byte[] bytes = Files.readAllBytes(file);
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
            if (end < bytes.length) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(end);
                }
            }
            for (String line :
                    new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList()) {
                refused.add(key(MAPPER.readTree(line)));
            }
        }
        return new RefusedFile(file, most, refused);
    }

    private static List<@Nullable String> key(JsonNode line) {
        List<@Nullable String> key = new ArrayList<>();
        for (String part : List.of("index", "id", "routing")) {
            key.add(line.path(part).textValue());
        }
        return key;
    }

    /** How many there are. */
    synchronized long refused() {
        return refused.size();
    }

    /**
     * Keeps one; it is on the disk when this returns.
     *
     * @throws IOException if there are more than allowed, or it cannot be kept
     */
    synchronized void refuse(String index, Document document, int status, String reason) throws IOException {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("index", index).put("id", document.id()).put("routing", document.routing());
        line.put("status", status).put("reason", reason).put("source", document.text());
        List<@Nullable String> key = key(line);
        if (refused.contains(key)) {
            return;
        }
        if (refused.size() >= most) {
            throw new IOException("the target refuses document '" + document.id() + "' with status " + status + ": "
                    + reason + (most == 0 ? ". --max-refused lets a job go on" : ""));
        }
        append((line + "\n").getBytes(StandardCharsets.UTF_8));
        refused.add(key);
    }

    private void append(byte[] line) throws IOException {
        if (!Files.exists(file)) {
            OwnerOnly.create(file);
            Durable.syncDirectory(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        }
    }
}
