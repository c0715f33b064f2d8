package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Clients get the same responses through the gateway as directly from the server. A session of the official client runs
 * twice, each on a new index; so do raw requests whose responses have no generated values, so that every byte is
 * compared.
 */
class ClientsIT {

    private static final String RELAYING = """
            admin: { bind: "127.0.0.1:0" }
            plugins: { directory: ../plugins }
            clusters: { primary: { nodes: ["%s"] } }
            flows: { default: { relay: { cluster: primary } } }
            listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
            """;
    private static final String INDEX = "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0}}";
    private static final String TEMPLATE = "{\"index_patterns\":[\"unused-*\"],\"settings\":{\"number_of_shards\":2}}";
    private static final String BULK = """
            {"index":{"_index":"raw","_id":"2"}}
            {"name":"two","text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}
            {"create":{"_index":"raw","_id":"1"}}
            {"name":"conflict"}
            {"update":{"_index":"raw","_id":"9"}}
            {"doc":{"name":"missing"}}
            {"delete":{"_index":"raw","_id":"8"}}
            """;

    @ParameterizedTest
    @EachServer
    void answersAsTheServerDoes(ServerKind kind, @TempDir Path directory) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        try (RunningGateway gateway = before(cluster, directory.resolve("sluice"));
                ClientSessions client = ClientSessions.of(kind)) {

            // When
            List<String> session = client.answersOf(gateway.address(), ClientSessions.Indices.OWN);
            List<String> raw = rawAnswersOf(gateway.address());

            // Then
            assertThat(session).anyMatch(line -> line.startsWith("search at a point in time: {"));
            assertThat(session.getLast()).startsWith("delete index again: refused");
            List<String> direct = client.answersOf(cluster.address(0), ClientSessions.Indices.OWN);
            assertThat(ClientSessions.differences(session, direct)).isEmpty();
            assertThat(ClientSessions.differences(raw, rawAnswersOf(cluster.address(0))))
                    .isEmpty();
        }
    }

    private static RunningGateway before(DevCluster cluster, Path home) throws IOException {
        Distribution distribution = Distribution.copyTo(home);
        distribution.configure(RELAYING.formatted(cluster.address(0)));
        return distribution.start();
    }

    private static List<String> rawAnswersOf(URI address) throws IOException {
        List<String> answers = new ArrayList<>();
        for (RawRequest request : rawRequests()) {
            answers.add(request + "\n" + request.answerOf(address));
        }
        return answers;
    }

    private static List<RawRequest> rawRequests() throws IOException {
        return List.of(
                RawRequest.json("PUT /raw", INDEX),
                RawRequest.json("PUT /raw/_doc/1?refresh=true", "{\"name\":\"Genève 日本 😀\",\"n\":1.50}"),
                RawRequest.json("PUT /raw/_create/1?pretty", "{}"),
                RawRequest.gzip("POST /_bulk?refresh=true&filter_path=-took,-items.*.error.index_uuid", BULK),
                RawRequest.chunked("POST /_bulk?refresh=true&filter_path=-took,-items.*.error.index_uuid", BULK),
                RawRequest.of("GET /raw/_doc/1"),
                RawRequest.of("GET /raw/_doc/1?pretty", "X-Opaque-Id: session-1"),
                RawRequest.of("GET /raw/_doc/1", "Accept: application/yaml"),
                RawRequest.of("GET /raw/_doc/2", "Accept-Encoding: gzip"),
                RawRequest.of("GET /raw/_source/2"),
                RawRequest.of("HEAD /raw/_doc/1"),
                RawRequest.of("HEAD /raw/_doc/none"),
                RawRequest.of("HEAD /raw"),
                RawRequest.of("HEAD /nowhere"),
                RawRequest.of("HEAD /"),
                RawRequest.of("GET /?pretty"),
                RawRequest.of("GET /raw/_doc/none"),
                RawRequest.of("GET /nowhere/_doc/1?pretty"),
                RawRequest.of("GET /nowhere/_search", "Accept-Encoding: gzip"),
                RawRequest.of("GET /raw/_search?q=name:("),
                RawRequest.json("POST /raw/_search?pretty", "{\"query\":{\"unknown\":{}}}"),
                RawRequest.json("POST /raw/_search", "{\"query\":"),
                RawRequest.text("POST /raw/_search", "{}"),
                RawRequest.of("DELETE /raw/_search"),
                RawRequest.of("OPTIONS /raw/_search"),
                RawRequest.of("GET /raw/_search?unknown=1"),
                RawRequest.gzip("POST /raw/_search?filter_path=-took", "{\"query\":{\"match_all\":{}}}"),
                RawRequest.json(
                        "POST /_msearch?filter_path=-took,-responses.took",
                        "{\"index\":\"raw\"}\n{}\n{\"index\":\"nowhere\"}\n{}\n"),
                RawRequest.of("GET /_cat/indices/raw?v&h=index,health,docs.count"),
                RawRequest.of("GET /raw/_mapping?include_type_name=true"),
                RawRequest.json("PUT /_template/raw?order=1", TEMPLATE),
                RawRequest.of("DELETE /_template/raw"),
                RawRequest.of("DELETE /raw/_doc/1"),
                RawRequest.of("DELETE /raw"),
                RawRequest.of("DELETE /raw/_doc/1?pretty"));
    }
}
