package io.sluice.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The splitter refuses a bulk as a whole if and only if the real server does, with the same error.
 * {@code -Dsluice.fuzz.bulks=100000} compares more random bulks than usual, {@code -Dsluice.fuzz.seed} other ones.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkGrammarIT {

    private static final int BULKS = Integer.getInteger("sluice.fuzz.bulks", 500);
    private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
    private static final int SHOWN = 20;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<ServerKind, DevCluster> clusters = new EnumMap<>(ServerKind.class);

    @AfterAll
    void stop() {
        client.close();
        clusters.values().forEach(DevCluster::close);
    }

    @ParameterizedTest
    @EachServer
    void judgesEveryRowOfTheTableAsTheServerDoes(ServerKind kind) throws Exception {
        URI server = server(kind);
        List<String> differences = new ArrayList<>();
        List<BulkGrammarTable.Row> rows = BulkGrammarTable.read();
        for (BulkGrammarTable.Row row : rows) {
            BulkVerdict there = BulkVerdict.there(client, server, row.target(), row.body());
            BulkVerdict written = row.outcome(kind);
            if (written != null && !written.isLike(there)) {
                differences.add(row.what() + ": the server says " + there + ", the table " + written);
            }
            BulkVerdict here = BulkVerdict.here(grammar(kind), row.target(), row.body());
            if (!agree(kind, here, there, row.body())) {
                differences.add(row.what() + ": the server says " + there + ", the splitter " + here);
            }
        }
        assertThat(rows).hasSizeGreaterThan(200);
        assertThat(differences).isEmpty();
    }

    @ParameterizedTest
    @EachServer
    void judgesRandomBulksAsTheServerDoes(ServerKind kind) throws Exception {
        URI server = server(kind);
        List<byte[]> seeds = BulkGrammarTable.read().stream()
                .filter(row -> row.target().equals("/_bulk") && row.body().length < 1_000)
                .map(BulkGrammarTable.Row::body)
                .toList();
        BulkMutations bulks = new BulkMutations(new Random(SEED), seeds);
        List<String> differences = new ArrayList<>();
        int accepted = 0;
        for (int i = 0; i < BULKS && differences.size() < SHOWN; i++) {
            byte[] body = bulks.next();
            BulkVerdict there = BulkVerdict.there(client, server, "/_bulk", body);
            BulkVerdict here = BulkVerdict.here(grammar(kind), "/_bulk", body);
            accepted += there.isAccepted() ? 1 : 0;
            if (!agree(kind, here, there, body)) {
                differences.add("the server says " + there + ", the splitter " + here + " about\n"
                        + new String(body, ISO_8859_1));
            }
        }
        assertThat(differences).as("-Dsluice.fuzz.seed=%d", SEED).isEmpty();
        assertThat(accepted).as("-Dsluice.fuzz.seed=%d", SEED).isPositive();
    }

    // The wording of parser errors about encodings other than ASCII changes between versions.
    private static boolean agree(ServerKind kind, BulkVerdict here, BulkVerdict there, byte[] body) {
        if (!isPlain(body)) {
            return here.status() == there.status() && here.items() == there.items();
        }
        return here.isLike(there)
                && (kind != ServerKind.ELASTICSEARCH_7 || here.reason().equals(there.reason()));
    }

    private static boolean isPlain(byte[] body) {
        for (byte b : body) {
            if (b <= 0) {
                return false;
            }
        }
        return !new String(body, ISO_8859_1).toLowerCase(Locale.ROOT).contains("\\ud");
    }

    private static BulkGrammar grammar(ServerKind kind) {
        return switch (kind) {
            case ELASTICSEARCH_7 -> BulkGrammar.ELASTICSEARCH_7;
            case ELASTICSEARCH_8 -> BulkGrammar.ELASTICSEARCH_8;
            case ELASTICSEARCH_9 -> BulkGrammar.ELASTICSEARCH_9;
            case OPENSEARCH_2 -> BulkGrammar.OPENSEARCH_2;
            case OPENSEARCH_3 -> BulkGrammar.OPENSEARCH_3;
        };
    }

    private URI server(ServerKind kind) throws IOException, InterruptedException {
        DevCluster cluster = clusters.get(kind);
        if (cluster == null) {
            // Random bulks name random indices.
            cluster = DevCluster.of(kind)
                    .fastStart()
                    .setting("action.auto_create_index", "false")
                    .start();
            clusters.put(kind, cluster);
            HttpRequest create = HttpRequest.newBuilder(cluster.address(0).resolve("/a"))
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(client.send(create, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
        }
        return cluster.address(0);
    }
}
