package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An application that works as a tenant sees what it would see with a server of its own: the session of an official client gets the
 * same answers, but for what a server draws anew for each request. Another tenant has worked before, with the same names.
 */
class TenantClientsIT {

    private static final String CONFIG = """
            admin: { enabled: false }
            plugins: { directory: ../plugins }
            clusters: { primary: { nodes: ["%1$s"] } }
            flows:
              acme:
                filters:
                  - { type: headers, config: { request: { set: { X-Tenant: acme } } } }
                  - type: tenant
                    config: { from: [{ header: { name: X-Tenant, trusted: [127.0.0.1] } }], layouts: %2$s }
                relay: { cluster: primary, bulk: { groupBy: shard } }
              beta:
                filters:
                  - { type: headers, config: { request: { set: { X-Tenant: beta } } } }
                  - type: tenant
                    config: { from: [{ header: { name: X-Tenant, trusted: [127.0.0.1] } }], layouts: %2$s }
                relay: { cluster: primary, bulk: { groupBy: shard } }
            listeners:
              - { name: acme, bind: "127.0.0.1:0", routes: [{ flow: acme }] }
              - { name: beta, bind: "127.0.0.1:0", routes: [{ flow: beta }] }
            """;

    static Stream<Arguments> serversAndLayouts() {
        return Stream.of(ServerKind.ELASTICSEARCH_7, ServerKind.OPENSEARCH_2)
                .map(kind -> Arguments.of(kind, EqualLayout.INDEX_PER_TENANT));
    }

    @ParameterizedTest
    @MethodSource("serversAndLayouts")
    void worksAsWithAServerOfItsOwn(ServerKind kind, EqualLayout layout, @TempDir Path directory) throws Exception {
        try (DevCluster cluster = DevCluster.of(kind).nodes(1).fastStart().start();
                RunningGateway gateway = before(cluster, layout, directory.resolve("sluice"))) {
            ClientSession client = ClientSession.of(kind);

            // When
            client.answersOf(gateway.address("beta"));
            List<String> session = client.answersOf(gateway.address("acme"));

            // Then
            assertThat(session).anyMatch(line -> line.startsWith("search at a point in time: {"));
            assertThat(session.getLast()).startsWith("delete index again: refused");
            assertThat(session).isEqualTo(client.answersOf(cluster.address(0)));
        }
    }

    private static RunningGateway before(DevCluster cluster, EqualLayout layout, Path home) throws IOException {
        Distribution distribution = Distribution.copyTo(home);
        distribution.configure(CONFIG.formatted(cluster.address(0), layout.yaml()));
        return distribution.start();
    }
}
