package io.sluice.index.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.index.call.CallTerms;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Loading;
import io.sluice.index.copy.Renaming;
import io.sluice.index.diff.Side;
import io.sluice.index.job.Pace;
import io.sluice.index.job.Progress;
import io.sluice.index.read.Document;
import io.sluice.index.read.IndexDescription;
import io.sluice.index.read.SnapshotKind;
import io.sluice.index.write.WriteMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A cluster with at most one index, {@code i}, into which backups of an index of that name are restored. */
final class RestoreTarget implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Server SERVER = Server.of("8.19.4");
    private static final int CONFLICT = 409;

    /** Sources by id. */
    final Map<String, String> stored = new ConcurrentHashMap<>();
    /** Ids for which every write is a conflict, as after a delete of a higher version. */
    final Set<String> conflicting = ConcurrentHashMap.newKeySet();

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private volatile boolean there;

    /** @param there whether the index is there */
    RestoreTarget(boolean there) throws IOException {
        this.there = there;
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** What a template gives the index, with a comma before it. */
    String settings = "";

    /** What a template gives its mappings. */
    String mappings = "";

    static Document document(String id, String source) {
        return new Document(id, null, 1, 0, 0, source.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes a backup complete that has these files. */
    static void complete(Path directory, List<ArchiveFile> files) throws IOException {
        complete(directory, Map.of("i", files));
    }

    /** The same for several indices. */
    static void complete(Path directory, Map<String, List<ArchiveFile>> files) throws IOException {
        List<ArchivedIndex> indices = new ArrayList<>();
        files.forEach((name, each) -> indices.add(new ArchivedIndex(
                new IndexDescription(
                        name,
                        JsonNodeFactory.instance.objectNode(),
                        JsonNodeFactory.instance.objectNode().put("uuid", "u").put("number_of_shards", "1"),
                        JsonNodeFactory.instance.objectNode()),
                each)));
        Manifest.now(SERVER, indices).write(directory);
    }

    /** Restores the backup of a directory into the index that is there, or into one that is made. */
    Restore.Restored restore(Path directory, Path state, WriteMode mode) throws Exception {
        return restore(directory, state, mode, "*").getFirst();
    }

    /** Restores those of an expression. */
    List<Restore.Restored> restore(Path directory, Path state, WriteMode mode, String expression) throws Exception {
        return restore(directory, state, mode, expression, Renaming.NONE);
    }

    /** Restores them under other names. */
    List<Restore.Restored> restore(Path directory, Path state, WriteMode mode, String expression, Renaming renaming)
            throws Exception {
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter(
                        "{ nodes: ['http://127.0.0.1:" + server.getAddress().getPort() + "'] }",
                        "test",
                        Path.of("."),
                        ClusterConfig.class);
        CopyTerms terms = new CopyTerms(
                4,
                1 << 20,
                SnapshotKind.AUTO,
                mode,
                new Pace(0, 0),
                state,
                0,
                new CopyTerms.TargetTerms(renaming, there, 0, List.of(), false));
        try (ClusterCalls calls = new ClusterCalls(
                        config, new CallTerms(Duration.ofSeconds(30), Duration.ofSeconds(60), 1 << 24));
                Progress progress = new Progress(new PrintWriter(Writer.nullWriter()), false)) {
            return new Restore(directory, new Loading(new Side(calls, SERVER), config, terms, progress))
                    .run(expression, MAPPER.createObjectNode().put("a", 1));
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("PUT")) {
                there = true;
            }
            String answer = answer(path, new String(body, StandardCharsets.UTF_8));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.contains("\"status\":404") ? 404 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String answer(String path, String body) throws IOException {
        String last = path.substring(path.lastIndexOf('/') + 1);
        if (!there) {
            return "{\"error\":{\"reason\":\"no\"},\"status\":404}";
        }
        return switch (last) {
            case "i" ->
                "{\"i\":{\"mappings\":{" + mappings
                        + "},\"aliases\":{},\"settings\":{\"index\":{\"uuid\":\"t\",\"number_of_shards\":\"1\""
                        + settings
                        + "}}}}";
            case "_bulk" -> write(body.split("\n"));
            case "_mget" -> look(MAPPER.readTree(body).path("docs"));
            case "_count" -> "{\"count\":" + stored.size() + ",\"_shards\":{\"failed\":0}}";
            case "_refresh", "_settings" -> "{}";
            default -> "{\"error\":{\"reason\":\"no\"},\"status\":404}";
        };
    }

    private String write(String[] lines) throws IOException {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < lines.length; i += 2) {
            String id = MAPPER.readTree(lines[i]).at("/index/_id").asText();
            boolean conflict = conflicting.contains(id);
            if (!conflict) {
                stored.put(id, lines[i + 1]);
            }
            items.add("{\"index\":{\"status\":" + (conflict ? CONFLICT : 201) + "}}");
        }
        return "{\"errors\":false,\"items\":[" + String.join(",", items) + "]}";
    }

    private String look(JsonNode keys) {
        List<String> docs = new ArrayList<>();
        for (JsonNode key : keys) {
            docs.add("{\"_id\":" + key.path("_id") + ",\"found\":"
                    + (stored.containsKey(key.path("_id").asText())
                            ? "true,\"_version\":1,\"_seq_no\":1,\"_primary_term\":1}"
                            : "false}"));
        }
        return "{\"docs\":[" + String.join(",", docs) + "]}";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
