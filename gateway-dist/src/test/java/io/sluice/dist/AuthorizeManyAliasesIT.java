package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** One user has made more aliases than are read of a cluster: everybody else goes on. */
class AuthorizeManyAliasesIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int ALIASES = 2_000;

    @TempDir
    Path home;

    @ParameterizedTest
    @EachServer
    void keepNobodyFromOtherNames(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        Distribution distribution = Distribution.copyTo(home.resolve("sluice"));
        distribution.configure("""
                clusters: { primary: { nodes: ["%s"], discovery: { maxBytes: 256KiB } } }
                flows:
                  default:
                    filters:
                      - type: authorize
                        config:
                          rules:
                            - deny: { classes: [read], indices: ["secret-*"] }
                            - allow: { classes: [manage], indices: ["mine-*"] }
                            - allow: { classes: [read] }
                    relay: { cluster: primary }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0)));
        try (HttpClient client = HttpClient.newHttpClient()) {
            fill(new ServerPlaces(client, cluster.address(0)));
            try (RunningGateway gateway = distribution.start()) {
                await().atMost(Duration.ofMinutes(1))
                        .failFast(() -> assertThat(gateway.log()).doesNotContain("could not be read"))
                        .until(() -> status(gateway, "logs-1") == 200);
                assertThat(found(gateway, "logs-1")).containsExactly("logs-1");
                assertThat(found(gateway, "mine-1")).containsExactly("mine-1");
                assertThat(found(gateway, "both")).containsExactly("logs-1", "mine-1");
                assertThat(found(gateway, "*")).containsExactly("logs-1", "mine-1");
                assertThat(status(gateway, "bo*,-mine-1")).isEqualTo(403);
                assertThat(status(gateway, "unse*")).isEqualTo(403);
                assertThat(found(gateway, "unse*", "&expand_wildcards=all")).containsExactly("logs-1");
                assertThat(status(gateway, "secret-1")).isEqualTo(403);
                assertThat(status(gateway, "private")).isEqualTo(403);
                assertThat(status(gateway, alias(1))).isEqualTo(503);
            }
        }
    }

    private static String alias(int number) {
        return "mine-" + number + "-" + "x".repeat(200);
    }

    private static void fill(ServerPlaces server) throws Exception {
        for (String index : Set.of("logs-1", "mine-1", "secret-1")) {
            server.send("PUT", "/" + index + "/_doc/1?refresh=true", "{}");
        }
        server.send("POST", "/_aliases", """
                {"actions":[{"add":{"indices":["logs-1","mine-1"],"alias":"both"}},{"add":{"index":"secret-1","alias":"private"}},
                {"add":{"index":"logs-1","alias":"unseen","is_hidden":true}}]}""");
        String actions = IntStream.range(0, ALIASES)
                .mapToObj(i -> "{\"add\":{\"index\":\"mine-1\",\"alias\":\"" + alias(i) + "\"}}")
                .collect(Collectors.joining(","));
        server.send("POST", "/_aliases", "{\"actions\":[" + actions + "]}");
    }

    private static int status(RunningGateway gateway, String indices) throws Exception {
        return search(gateway, indices, "").statusCode();
    }

    private static Set<String> found(RunningGateway gateway, String indices) throws Exception {
        return found(gateway, indices, "");
    }

    private static Set<String> found(RunningGateway gateway, String indices, String parameters) throws Exception {
        JsonNode answer = MAPPER.readTree(search(gateway, indices, parameters).body());
        Set<String> found = new TreeSet<>();
        answer.at("/hits/hits").forEach(hit -> found.add(hit.path("_index").asText()));
        assertThat(answer.has("hits")).as("%s: %s", indices, answer).isTrue();
        return found;
    }

    private static HttpResponse<String> search(RunningGateway gateway, String indices, String parameters)
            throws Exception {
        return gateway.send("GET", "/" + indices + "/_search?size=100&ignore_unavailable=true" + parameters, "");
    }
}
