package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Random lists of names, wildcards and exclusions: a user who may read all indices but some finds in the rest what the server itself
 * finds. {@code -Dsluice.lists.seed=N} draws others, {@code -Dsluice.lists.count=N} draws more.
 */
class AuthorizeListsIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long SEED = Long.getLong("sluice.lists.seed", System.nanoTime());
    private static final int COUNT = Integer.getInteger("sluice.lists.count", 250);

    private static final List<String> INDICES = List.of("logs-1", "logs-2", "other-1", "other-2", "secret-1");
    private static final List<String> NAMES = List.of(
            "logs-1", "logs-2", "other-1", "both", "unseen", "none", "*", "_all", "logs-*", "*-1", "*s-*", "other*",
            "none*");
    private static final List<String> EXCLUDED = List.of(
            "logs-1", "logs-2", "other-1", "both", "private", "unseen", "stream", "logs-*", "*-1", "bo*", "un*", "str*",
            ".ds-*", "*2");
    private static final List<String> PARAMETERS =
            List.of("", "", "&expand_wildcards=open,hidden", "&expand_wildcards=all", "&expand_wildcards=closed,open");

    @TempDir
    Path home;

    private final Random random = new Random(SEED);

    @ParameterizedTest
    @EachServer
    void standForWhatTheyDoOnTheServer(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        Distribution distribution = Distribution.copyTo(home.resolve("sluice"));
        distribution.configure("""
                clusters: { primary: { nodes: ["%s"] } }
                flows:
                  default:
                    filters:
                      - type: authorize
                        config: { rules: [{ deny: { classes: [read], indices: ["secret-*"] } }, { allow: { classes: [read] } }] }
                    relay: { cluster: primary }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0)));
        try (HttpClient client = HttpClient.newHttpClient()) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            fill(server, kind);
            try (RunningGateway gateway = distribution.start()) {
                for (int i = 0; i < COUNT; i++) {
                    String target = "/" + list() + "/_search?size=100&ignore_unavailable=true" + drawn(PARAMETERS);

                    Set<String> own = found(server.sendAny("GET", target, ""));
                    own.removeIf(index -> index.startsWith("secret-"));
                    JsonNode answer =
                            MAPPER.readTree(gateway.send("GET", target, "").body());

                    assertThat(found(answer))
                            .as("%s, seed %d: %s", target, SEED, answer)
                            .isEqualTo(own);
                }
            }
        }
    }

    private static void fill(ServerPlaces server, ServerKind kind) throws Exception {
        for (String index : INDICES) {
            server.send("PUT", "/" + index + "/_doc/1?refresh=true", "{}");
        }
        server.send("POST", "/_aliases", """
                {"actions":[{"add":{"indices":["logs-1","logs-2"],"alias":"both"}},{"add":{"index":"secret-1","alias":"private"}},
                {"add":{"index":"other-2","alias":"unseen","is_hidden":true}}]}""");
        // Elasticsearch 8 shows the hidden indices of aliases where all are asked for, which is more than others do.
        if (kind != ServerKind.ELASTICSEARCH_8) {
            server.send("PUT", "/veiled", "{\"settings\":{\"index.hidden\":true},\"aliases\":{\"veil\":{}}}");
            server.send("PUT", "/veiled/_doc/1?refresh=true", "{}");
        }
        // The Elasticsearch here has no data streams.
        if (kind.isOpenSearch()) {
            server.send("PUT", "/_index_template/streams", """
                    {"index_patterns":["stream"],"data_stream":{}}""");
            server.bulk("/stream/_bulk", "{\"create\":{}}\n{\"@timestamp\":\"2020-01-01\"}\n");
        }
    }

    private String list() {
        List<String> parts = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        boolean wildcard = false;
        for (int i = 0; i < count; i++) {
            // Without a wildcard before it, it is a name, which no index has.
            boolean exclusion = wildcard && random.nextBoolean();
            String part = exclusion ? "-" + drawn(EXCLUDED) : drawn(NAMES);
            wildcard |= part.contains("*") || part.equals("_all");
            parts.add(part);
        }
        return String.join(",", parts);
    }

    private String drawn(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** The indices of the hits; none where the request is refused. */
    private static Set<String> found(JsonNode answer) {
        Set<String> indices = new TreeSet<>();
        answer.at("/hits/hits").forEach(hit -> indices.add(hit.path("_index").asText()));
        return indices;
    }
}
