package io.sluice.index.archive;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document that was written during a backup is in a body file, as it was, and in the tail's, as it became. */
class RestoreOrderTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Server SERVER = Server.of("8.19.4");

    @TempDir
    Path directory;

    @TempDir
    Path state;

    private final Map<String, String> stored = new ConcurrentHashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void replacesByTheNewestOfTheBackup() throws Exception {
        backUp();

        restore();

        assertThat(stored).containsEntry("x", "{\"v\":\"new\"}");
    }

    private void backUp() throws IOException {
        List<ArchiveFile> files = new ArrayList<>();
        try (ArchiveFileWriter body = new ArchiveFileWriter(directory, "data/i/0-0-1.ndjson.gz")) {
            for (int i = 0; i < 60_000; i++) {
                body.add(document("d" + i, "{\"v\":\"other\"}"));
            }
            body.add(document("x", "{\"v\":\"old\"}"));
            files.add(body.finish(false));
        }
        try (ArchiveFileWriter tail = new ArchiveFileWriter(directory, "data/i/0-tail-1.ndjson.gz")) {
            tail.add(document("x", "{\"v\":\"new\"}"));
            files.add(tail.finish(true));
        }
        IndexDescription index = new IndexDescription(
                "i",
                JsonNodeFactory.instance.objectNode(),
                JsonNodeFactory.instance.objectNode().put("uuid", "u").put("number_of_shards", "1"),
                JsonNodeFactory.instance.objectNode());
        Manifest.now(SERVER, List.of(new ArchivedIndex(index, files))).write(directory);
    }

    private static Document document(String id, String source) {
        return new Document(id, null, 1, 0, 0, source.getBytes(StandardCharsets.UTF_8));
    }

    private void restore() throws Exception {
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
                WriteMode.REPLACE,
                new Pace(0, 0),
                state,
                0,
                new CopyTerms.TargetTerms(Renaming.NONE, true, 0, List.of(), false));
        try (ClusterCalls calls = new ClusterCalls(
                        config, new CallTerms(Duration.ofSeconds(30), Duration.ofSeconds(60), 1 << 24));
                Progress progress = new Progress(new PrintWriter(Writer.nullWriter()), false)) {
            new Restore(directory, new Loading(new Side(calls, SERVER), config, terms, progress))
                    .run(name -> true, MAPPER.createObjectNode().put("a", 1));
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            String answer = answer(path, new String(body, StandardCharsets.UTF_8));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.contains("\"status\":404") ? 404 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String answer(String path, String body) throws IOException {
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "i" ->
                "{\"i\":{\"mappings\":{},\"aliases\":{},\"settings\":{\"index\":{\"uuid\":\"t\",\"number_of_shards\":\"1\"}}}}";
            case "_bulk" -> write(body.split("\n"));
            case "_count" -> "{\"count\":" + stored.size() + "}";
            case "_refresh" -> "{}";
            default -> "{\"error\":{\"reason\":\"no\"},\"status\":404}";
        };
    }

    private String write(String[] lines) throws IOException {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < lines.length; i += 2) {
            JsonNode id = MAPPER.readTree(lines[i]).at("/index/_id");
            stored.put(id.asText(), lines[i + 1]);
            items.add("{\"index\":{\"status\":201}}");
        }
        return "{\"errors\":false,\"items\":[" + String.join(",", items) + "]}";
    }
}
