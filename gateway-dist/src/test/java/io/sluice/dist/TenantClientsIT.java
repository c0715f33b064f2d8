package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An application sees the same as a tenant as with a server of its own: an official client's session gets the same
 * responses, except for values generated per request. Another tenant used the same names before.
 */
class TenantClientsIT {

    /** Each layout, what an application may do with an index there, and what the operator makes in its place. */
    private enum Layout {
        INDEX_PER_TENANT(ClientSessions.Indices.OWN, "indexPerTenant: { indices: [\"*\"] }"),
        SHARED(ClientSessions.Indices.GIVEN, "shared: { indices: [places, nowhere], tenantField: tenant_id }"),
        NESTED(ClientSessions.Indices.MAPPED, "nested: { indices: [\"*\"], template: \"nested-{tenant}\" }");

        private final ClientSessions.Indices indices;
        private final String yaml;

        Layout(ClientSessions.Indices indices, String yaml) {
            this.indices = indices;
            this.yaml = yaml;
        }

        String listener(String tenant) {
            return name() + "-" + tenant;
        }
    }

    private static final List<String> TENANTS = List.of("beta", "acme");
    private static final String FLOW = """
              %1$s:
                filters:
                  - { type: headers, config: { request: { set: { X-Tenant: %2$s } } } }
                  - type: tenant
                    config: { from: [{ header: { name: X-Tenant, trusted: [127.0.0.1] } }], layouts: [{ %3$s }] }
                relay: { cluster: primary, bulk: { groupBy: shard } }
            """;
    private static final String LISTENER = """
              - { name: %1$s, bind: "127.0.0.1:0", routes: [{ flow: %1$s }] }
            """;
    private static final String INDEX = """
            {"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{%s"properties":{%s}}}""";
    private static final String NOT_DYNAMIC = "\"dynamic\":false,";
    private static final String FIELDS = "\"name\":{\"type\":\"keyword\"},\"region\":{\"type\":\"keyword\"},"
            + "\"about\":{\"type\":\"text\"},\"population\":{\"type\":\"long\"}";

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_7", "OPENSEARCH_2"})
    void worksAsWithAServerOfItsOwn(ServerKind kind, @TempDir Path directory) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        URI server = cluster.address(0);
        makeIndicesOfTenants(server);
        try (RunningGateway gateway = before(server, directory.resolve("sluice"));
                ClientSessions client = ClientSessions.of(kind)) {
            // When
            List<List<String>> sessions = new ArrayList<>();
            for (Layout layout : Layout.values()) {
                client.answersOf(gateway.address(layout.listener("beta")), layout.indices);
                sessions.add(client.answersOf(gateway.address(layout.listener("acme")), layout.indices));
            }

            // Then
            for (Layout layout : Layout.values()) {
                makeIndexWithoutTenants(server, layout.indices);
                List<String> session = sessions.get(layout.ordinal());
                assertThat(session).anyMatch(line -> line.startsWith("search at a point in time: {"));
                assertThat(session.getLast()).startsWith("delete");
                assertThat(ClientSessions.differences(session, client.answersOf(server, layout.indices)))
                        .as(layout.name())
                        .isEmpty();
            }
        }
    }

    /** What is the operator's to make: the index that tenants share, and the one index of each tenant. */
    private static void makeIndicesOfTenants(URI server) throws IOException, InterruptedException {
        String tenantField = ",\"tenant_id\":{\"type\":\"keyword\"}";
        send(server, "PUT", "/places", INDEX.formatted(NOT_DYNAMIC, FIELDS + tenantField));
        for (String tenant : TENANTS) {
            send(server, "PUT", "/nested-" + tenant, INDEX.formatted("", "\"baseIndex\":{\"type\":\"keyword\"}"));
        }
    }

    /** What the direct session finds. */
    private static void makeIndexWithoutTenants(URI server, ClientSessions.Indices indices)
            throws IOException, InterruptedException {
        send(server, "DELETE", "/places?ignore_unavailable=true", "");
        switch (indices) {
            case OWN -> {}
            case GIVEN -> send(server, "PUT", "/places", INDEX.formatted(NOT_DYNAMIC, FIELDS));
            case MAPPED -> send(server, "PUT", "/places", INDEX.formatted("", ""));
        }
    }

    private static void send(URI server, String method, String target, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(target))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
    }

    private static RunningGateway before(URI server, Path home) throws IOException {
        Distribution distribution = Distribution.copyTo(home);
        distribution.configure("""
                admin: { enabled: false }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                flows:
                %slisteners:
                %s""".formatted(
                        server,
                        each((layout, tenant) -> FLOW.formatted(layout.listener(tenant), tenant, layout.yaml)),
                        each((layout, tenant) -> LISTENER.formatted(layout.listener(tenant)))));
        return distribution.start();
    }

    private static String each(BiFunction<Layout, String, String> text) {
        return Stream.of(Layout.values())
                .flatMap(layout -> TENANTS.stream().map(tenant -> text.apply(layout, tenant)))
                .collect(Collectors.joining());
    }
}
