package io.sluice.index.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.call.Server;
import io.sluice.index.job.Durable;
import io.sluice.metrics.BuildVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a backup has. It is written last, together with a list of checksums that {@code sha256sum -c} reads; without both there is
 * no backup.
 *
 * @param server that was read
 * @param created when it was complete
 * @param indices with their files
 */
record Manifest(Server server, String created, List<ArchivedIndex> indices) {
    static final String FILE = "manifest.json";
    static final String SUMS = "SHA256SUMS";

    private static final String FORMAT = "sluice-backup";
    private static final int VERSION = 1;
    private static final int DIGITS = 64;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    static Manifest now(Server server, List<ArchivedIndex> indices) {
        return new Manifest(server, Instant.now().toString(), indices);
    }

    private ObjectNode toJson() {
        ObjectNode json = MAPPER.createObjectNode().put("format", FORMAT).put("version", VERSION);
        json.put("sluice", BuildVersion.number()).put("created", created);
        json.putObject("server")
                .put("product", server.openSearch() ? "opensearch" : "elasticsearch")
                .put("version", server.major() + "." + server.minor());
        ArrayNode all = json.putArray("indices");
        indices.forEach(index -> all.add(index.toJson()));
        return json;
    }

    /** Makes the backup complete. */
    void write(Path directory) throws IOException {
        byte[] content = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(toJson());
        StringBuilder sums = new StringBuilder();
        for (ArchivedIndex index : indices) {
            for (ArchiveFile file : index.files()) {
                sums.append(file.sha256()).append("  ").append(file.name()).append('\n');
            }
        }
        sums.append(Sha256.of(content)).append("  ").append(FILE).append('\n');
        Durable.write(directory.resolve(SUMS), sums.toString().getBytes(StandardCharsets.UTF_8));
        Durable.write(directory.resolve(FILE), content);
    }

    /**
     * Reads and checks the manifest, not the files.
     *
     * @throws IOException if the directory has no complete backup, or the manifest is damaged or of a newer version
     */
    static Manifest read(Path directory) throws IOException {
        byte[] content;
        try {
            content = Files.readAllBytes(directory.resolve(FILE));
        } catch (NoSuchFileException e) {
            throw new IOException(
                    directory + " has no " + FILE + ": it is no backup, or one that was not completed", e);
        }
        Map<String, String> sums = sums(directory);
        require(Sha256.of(content).equals(sums.get(FILE)), directory.resolve(FILE) + " is damaged");
        JsonNode json = MAPPER.readTree(content);
        require(json.path("format").asText().equals(FORMAT), directory.resolve(FILE) + " is no manifest of a backup");
        require(
                json.path("version").asInt() == VERSION,
                "the backup has the format of version " + json.path("version").asInt() + "; this program reads "
                        + VERSION);
        List<ArchivedIndex> indices = new ArrayList<>();
        for (JsonNode each : json.path("indices")) {
            ArchivedIndex index = ArchivedIndex.of(each);
            for (ArchiveFile file : index.files()) {
                require(isWithin(directory, file.name()), "a file lies outside of the backup: " + file.name());
                require(
                        file.sha256().equals(sums.get(file.name())),
                        FILE + " and " + SUMS + " differ about " + file.name());
            }
            indices.add(index);
        }
        try {
            Server server = Server.of(json.at("/server/version").asText());
            return new Manifest(server, json.path("created").asText(), indices);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    static boolean isWithin(Path directory, String name) {
        // The working directory as such, normalized, is an empty path, with which nothing begins.
        Path root = directory.toAbsolutePath().normalize();
        return root.resolve(name).normalize().startsWith(root);
    }

    private static Map<String, String> sums(Path directory) throws IOException {
        Map<String, String> sums = new HashMap<>();
        for (String line : Files.readAllLines(directory.resolve(SUMS))) {
            require(line.length() > DIGITS + 2, directory.resolve(SUMS) + " is damaged");
            sums.put(line.substring(DIGITS + 2), line.substring(0, DIGITS));
        }
        return sums;
    }

    private static void require(boolean condition, String problem) throws IOException {
        if (!condition) {
            throw new IOException(problem);
        }
    }
}
