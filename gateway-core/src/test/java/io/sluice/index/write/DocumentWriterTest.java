package io.sluice.index.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.index.call.CallTerms;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.read.Document;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DocumentWriterTest {
    /** How often each document was sent, by its id. */
    private final Map<String, Integer> sent = new HashMap<>();
    /** The statuses of items of the next attempts of a document; 200 afterwards. */
    private final Map<String, ConcurrentLinkedQueue<Integer>> statuses = new HashMap<>();
    /** The statuses of whole bulks; then items decide. */
    private final ConcurrentLinkedQueue<Integer> whole = new ConcurrentLinkedQueue<>();

    private final List<Integer> bulks = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final WriteCounts counts = new WriteCounts();
    private HttpServer server;
    private int longest = Integer.MAX_VALUE;
    private String lastBody = "";

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Integer status = whole.poll();
            if (body.length > longest) {
                status = 413;
            }
            byte[] answer = (status == null ? items(new String(body, StandardCharsets.UTF_8)) : "{}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status == null ? 200 : status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String items(String body) {
        lastBody = body;
        String[] lines = body.split("\n");
        List<String> items = new ArrayList<>();
        for (int i = 0; i < lines.length; i += 2) {
            String id = lines[i].replaceAll(".*\"_id\":\"(\\w+)\".*", "$1");
            sent.merge(id, 1, Integer::sum);
            Integer status =
                    statuses.getOrDefault(id, new ConcurrentLinkedQueue<>()).poll();
            items.add("{\"index\":{\"status\":" + (status == null ? 200 : status)
                    + ",\"error\":{\"type\":\"t\",\"reason\":\"why\"}}}");
        }
        bulks.add(items.size());
        return "{\"errors\":true,\"items\":[" + String.join(",", items) + "]}";
    }

    private void write(int documents, WriteMode mode, Duration patience) throws Exception {
        String node = "http://127.0.0.1:" + server.getAddress().getPort();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + node + "'] }", "test", Path.of("."), ClusterConfig.class);
        List<Document> all = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            all.add(new Document("d" + i, null, 3, i, 1, "{\"a\":1}".getBytes(StandardCharsets.UTF_8)));
        }
        try (ClusterCalls calls = new ClusterCalls(config, new CallTerms(Duration.ofSeconds(60), patience, 1 << 20))) {
            RefusedSink sink = (document, status, reason) -> refused.add(document.id() + " " + status + " " + reason);
            new DocumentWriter(calls, "i", new WriteTerms(mode, 1 << 20, counts, sink), null).write(all);
        }
    }

    @Test
    void sendsOnlyItemsAgainThatWereRefusedForTheMoment() throws Exception {
        statuses.put("d1", new ConcurrentLinkedQueue<>(List.of(429, 503)));
        statuses.put("d2", new ConcurrentLinkedQueue<>(List.of(429)));

        write(4, WriteMode.VERSION, Duration.ofSeconds(60));

        assertThat(sent).isEqualTo(Map.of("d0", 1, "d1", 3, "d2", 2, "d3", 1));
        assertThat(counts.written()).isEqualTo(4);
        assertThat(counts.repeated()).isEqualTo(3);
    }

    @Test
    void countsWhatTheTargetHasAlreadyAndHandsOverWhatItWillNeverTake() throws Exception {
        statuses.put("d0", new ConcurrentLinkedQueue<>(List.of(409)));
        statuses.put("d1", new ConcurrentLinkedQueue<>(List.of(400)));

        write(3, WriteMode.VERSION, Duration.ofSeconds(60));

        assertThat(List.of(counts.written(), counts.kept())).isEqualTo(List.of(1L, 1L));
        assertThat(refused).containsExactly("d1 400 t: why");
    }

    @Test
    void waitsWhileTheWholeServerIsBusy() throws Exception {
        whole.addAll(List.of(429, 503));

        write(2, WriteMode.VERSION, Duration.ofSeconds(60));

        assertThat(counts.written()).isEqualTo(2);
    }

    @Test
    void halvesBulksThatAreTooLongForTheServer() throws Exception {
        longest = 200;

        write(10, WriteMode.VERSION, Duration.ofSeconds(60));

        assertThat(counts.written()).isEqualTo(10);
        assertThat(bulks).allMatch(items -> items <= 2);
    }

    @Test
    void handsOverADocumentThatIsTooLongByItself() throws Exception {
        longest = 10;

        write(1, WriteMode.VERSION, Duration.ofSeconds(60));

        assertThat(refused).singleElement().asString().startsWith("d0 413");
    }

    @Test
    void givesUpWhenItsPatienceEnds() {
        statuses.put("d0", new ConcurrentLinkedQueue<>(List.of(429, 429, 429, 429, 429, 429, 429, 429)));

        assertThatThrownBy(() -> write(1, WriteMode.VERSION, Duration.ZERO))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("busy");
    }

    @Test
    void writesVersionsOnlyWhereTheyDecide() throws Exception {
        write(1, WriteMode.VERSION, Duration.ZERO);
        assertThat(lastBody)
                .isEqualTo("{\"index\":{\"_id\":\"d0\",\"version\":3,\"version_type\":\"external_gte\"}}\n{\"a\":1}\n");

        write(1, WriteMode.CREATE, Duration.ZERO);
        assertThat(lastBody).isEqualTo("{\"create\":{\"_id\":\"d0\"}}\n{\"a\":1}\n");

        write(1, WriteMode.REPLACE, Duration.ZERO);
        assertThat(lastBody).isEqualTo("{\"index\":{\"_id\":\"d0\"}}\n{\"a\":1}\n");
    }
}
