package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenants in places of two clusters and of all layouts, as a table in a file says. */
class PlacesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int DOCUMENTS = 5;

    /** A place of the configuration, and the index there that has the documents of acme's logs. */
    private enum Storage {
        OWN("default", "acme.logs"),
        SHARED("shared", "logs"),
        NESTED("nested", "t-acme");

        private final String place;
        private final String index;

        Storage(String place, String index) {
            this.place = place;
            this.index = index;
        }
    }

    @TempDir
    Path directory;

    private Path table;
    private int version;

    private Distribution distribution(DevCluster first, DevCluster second) throws Exception {
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        table = distribution.home().resolve("config/places.txt");
        place("");
        distribution.configure("""
                admin: { enabled: false }
                plugins: { directory: ../plugins }
                clusters:
                  first: { nodes: ["%s"], discovery: { every: 1s } }
                  second: { nodes: ["%s"], discovery: { every: 1s } }
                flows:
                  default:
                    filters:
                      - type: access-log
                        config: { file: access.log }
                      - type: tenant
                        config:
                          from: [{ header: { name: X-Tenant, trusted: [127.0.0.1] } }]
                          layouts: [{ indexPerTenant: { indices: ["*"] } }]
                          places:
                            shared: { cluster: second, layouts: [{ shared: { indices: [logs] } }] }
                            nested: { cluster: second, layouts: [{ nested: { indices: ["*"], template: "t-{tenant}" } }] }
                          placement: { file: { path: places.txt, every: 100ms } }
                    relay: { cluster: first, bulk: { groupBy: shard } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(first.address(0), second.address(0)));
        return distribution;
    }

    // The gateway must never read half a table.
    private void place(String line) throws Exception {
        version++;
        Path written = Files.writeString(table.resolveSibling("places.new"), "version " + version + "\n" + line);
        Files.move(written, table, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String documents(String where) {
        return IntStream.range(0, DOCUMENTS)
                .mapToObj(i -> "{\"index\":{\"_index\":\"logs\",\"_id\":\"" + i + "\"}}\n{\"n\":" + i + ",\"place\":\""
                        + where + "\"}\n")
                .collect(Collectors.joining());
    }

    private static List<String> places(TenantGateway.Answer page) throws Exception {
        List<String> places = new ArrayList<>();
        page.json()
                .at("/hits/hits")
                .forEach(hit -> places.add(hit.at("/_source/place").asText()));
        return places;
    }

    private void awaitPlace(TenantGateway gateway, String place) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        gateway.as("acme", "GET", "/logs/_doc/0", "").body().contains("\"place\":\"" + place + "\""));
    }

    @Test
    void sendsEachTenantToItsPlaceAndReadsScrollsWhereTheyWereOpened() throws Exception {
        // Given
        DevCluster first = SharedClusters.empty(ServerKind.ELASTICSEARCH_7);
        DevCluster second = SharedClusters.empty(ServerKind.OPENSEARCH_2);
        Distribution distribution = distribution(first, second);
        try (TenantGateway gateway = TenantGateway.start(distribution)) {
            gateway.direct(
                    second,
                    "PUT",
                    "/logs",
                    "{\"mappings\":{\"dynamic\":\"false\",\"properties\":{\"n\":{\"type\":\"integer\"},\"tenant_id\":{\"type\":\"keyword\"}}}}");
            gateway.direct(
                    second,
                    "PUT",
                    "/t-acme",
                    "{\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"keyword\",\"similarity\":\"boolean\"}}}}");
            List<String> scrolls = new ArrayList<>();

            // When
            for (Storage storage : Storage.values()) {
                place("acme " + storage.place + " closed\n");
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() ->
                                gateway.as("acme", "GET", "/logs/_doc/0", "").status() == 503);
                place("acme " + storage.place + "\n");
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() ->
                                gateway.as("acme", "GET", "/logs/_doc/0", "").status() == 404);
                gateway.bulk("acme", documents(storage.place));
                awaitPlace(gateway, storage.place);
                scrolls.add(gateway.as("acme", "POST", "/logs/_search?scroll=5m&size=2", "{\"sort\":[\"n\"]}")
                        .json()
                        .path("_scroll_id")
                        .asText());
            }

            // Then
            for (int i = 0; i < scrolls.size(); i++) {
                TenantGateway.Answer page = gateway.as(
                        "acme",
                        "POST",
                        "/_search/scroll",
                        "{\"scroll\":\"5m\",\"scroll_id\":\"" + scrolls.get(i) + "\"}");
                String place = Storage.values()[i].place;
                assertThat(places(page)).as(page.toString()).containsExactly(place, place);
            }
            for (Storage storage : Storage.values()) {
                DevCluster cluster = storage == Storage.OWN ? first : second;
                assertThat(gateway.direct(cluster, "GET", "/" + storage.index + "/_count", "")
                                .json()
                                .path("count")
                                .asInt())
                        .as(storage.index)
                        .isEqualTo(DOCUMENTS);
            }
            Finished explained = distribution.command("explain", "-H", "X-Tenant: acme", "GET /logs/_doc/0");
            assertThat(explained.output()).contains("nested, by version " + version);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    Files.readString(distribution.home().resolve("config/access.log")))
                            .contains("\"sluice.place\":\"shared\"", "\"sluice.placement.version\":" + version));
        }
    }
}
