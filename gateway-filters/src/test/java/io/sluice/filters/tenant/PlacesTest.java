package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.TenantPlace;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tenants in several places, as a table in a file says. */
@Tag("slow")
class PlacesTest {

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final String OWN = "indexPerTenant: { indices: ['*'] }";
    private static final String SHARED = "shared: { indices: [logs] }";
    private static final String CLOSED = "\"type\":\"sluice_tenant_closed\"";

    @TempDir
    Path directory;

    private Path table;
    private FilterHarness harness;

    @BeforeEach
    void start() throws IOException {
        table = directory.resolve("places.txt");
        write("version 7\n# those who have grown\nacme big\nidle big closed\nback default\n");
        harness = harness("{ " + OWN + " }", "big: { cluster: secondary, layouts: [{ " + SHARED + " }] }");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private void write(String text) throws IOException {
        Files.writeString(table, text);
    }

    private FilterHarness harness(String layouts, String places) {
        String config = "from: [{ principal: {} }]\nlayouts: [" + layouts + "]\nplaces: { " + places
                + " }\nplacement: { file: { path: '" + table + "' } }\n";
        return FilterHarness.of(new TenantFactory(), config, new TestContext(directory));
    }

    private HarnessCall as(String tenant, String method, String target) {
        return harness.request(method, target).principal(tenant).header("Content-Type", "application/json");
    }

    private String scroll(String tenant) {
        return AcmeTest.handle(as(tenant, "POST", "/logs/_search?scroll=1m"), "{\"_scroll_id\":\"ID\"}");
    }

    private String pointInTime(String tenant) {
        return AcmeTest.handle(as(tenant, "POST", "/logs/_pit?keep_alive=1m"), "{\"id\":\"ID\"}");
    }

    private void move(String lines) throws IOException {
        write(lines);
        harness.context().advance(EVERY);
        harness.context().advance(EVERY);
    }

    @ParameterizedTest
    @CsvSource({
        "acme,secondary,big,/logs/_doc/acme:1",
        "bolt,primary,default,/bolt.logs/_doc/1",
        "back,primary,default,/back.logs/_doc/1"
    })
    void sendsARequestToThePlaceOfItsTenant(String tenant, String cluster, String place, String path) {
        HarnessResult result = as(tenant, "GET", "/logs/_doc/1").send();

        assertThat(result.target()).isEqualTo(cluster);
        assertThat(result.upstreamHead().target().rawPath()).isEqualTo(path);
        assertThat(result.fact(ExchangeKey.PLACE)).isEqualTo(new TenantPlace(place, 7));
    }

    @Test
    void refusesRequestsOfTenantsWhoAreClosed() {
        HarnessResult result = as("idle", "GET", "/logs/_doc/1").send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).contains(CLOSED);
        assertThat(result.headers().get("Retry-After")).isEqualTo("5");
    }

    @ParameterizedTest
    @CsvSource({"index: { cluster: primary },true", "file: { path: places.txt },false"})
    void refusesMovesBehindAQueue(String placement, boolean refused) {
        String config = "from: [{ principal: {} }]\nlayouts: [{ " + OWN
                + " }]\nplaces: { big: { cluster: secondary, layouts: [{ " + SHARED + " }] } }\nplacement: { "
                + placement + " }\n";
        TestContext queued = new TestContext(directory).before("ingest");
        ThrowingCallable making =
                () -> FilterHarness.of(new TenantFactory(), config, queued).close();

        if (refused) {
            assertThatThrownBy(making).hasMessageContaining("tenants cannot move behind a queue, here 'ingest'");
        } else {
            assertThatCode(making).doesNotThrowAnyException();
        }
    }

    @Test
    void takesOverAChangedTableWithAHigherVersion() throws IOException {
        move("version 8\nbolt big\n");

        assertThat(as("bolt", "GET", "/logs/_doc/1").send().target()).isEqualTo("secondary");
        assertThat(as("acme", "GET", "/logs/_doc/1").send().target()).isEqualTo("primary");
    }

    /** Of half a table, the rest of the same version would not count any more. */
    @Test
    void takesNoHalfWrittenTable() throws IOException {
        write("version 8\n");
        harness.context().advance(EVERY);

        move("version 8\nbolt big\n");

        assertThat(as("bolt", "GET", "/logs/_doc/1").send().target()).isEqualTo("secondary");
        assertThat(harness.context().meters().count("reload_failures")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version 7\nbolt big\n",
                "version 6\nbolt big\n",
                "bolt big\n",
                "version 8\nbolt nowhere\n",
                "version 8\nbolt big\nbolt default\n",
                "version 8\nbolt big open\n",
                "version 8\nBolt big\n",
                "version 8\nversion 9\nbolt big\n",
                "version 08\nbolt big\n",
                ""
            })
    void keepsTheTableWhoseSuccessorCannotBeUsed(String changed) throws IOException {
        move(changed);

        HarnessResult result = as("bolt", "GET", "/logs/_doc/1").send();

        assertThat(result.target()).isEqualTo("primary");
        assertThat(result.fact(ExchangeKey.PLACE)).isEqualTo(new TenantPlace("default", 7));
        assertThat(harness.context().meters().count("reload_failures")).isEqualTo(1);
    }

    @Test
    void readsAScrollWhereItWasOpened() throws IOException {
        String scroll = scroll("acme");
        move("version 8\nacme default\n");

        HarnessResult inBody = as("acme", "POST", "/_search/scroll")
                .body("{\"scroll\":\"1m\",\"scroll_id\":\"" + scroll + "\"}")
                .upstream(200, "application/json", "{\"hits\":{\"hits\":[{\"_index\":\"logs\",\"_id\":\"acme:1\"}]}}")
                .everySplit();
        HarnessResult inUrl =
                as("acme", "GET", "/_search/scroll?scroll_id=" + scroll).send();

        assertThat(inBody.target()).isEqualTo("secondary");
        assertThat(inBody.upstreamBody()).contains("\"scroll_id\":\"ID\"");
        assertThat(inBody.body()).contains("\"_id\":\"1\"");
        assertThat(inUrl.target()).isEqualTo("secondary");
        assertThat(inUrl.fact(ExchangeKey.PLACE)).isEqualTo(new TenantPlace("big", 8));
    }

    @Test
    void readsAPointInTimeWhereItWasOpened() throws IOException {
        String point = pointInTime("acme");
        move("version 8\nacme default closed\n");
        String search = "{\"size\":1,\"pit\":{\"id\":\"" + point + "\"}}";

        HarnessResult searched = as("acme", "POST", "/_search").body(search).everySplit();
        HarnessResult several = as("acme", "POST", "/_msearch")
                .header("Content-Length", Integer.toString(2 * (search.length() + 4)))
                .body(("{}\n" + search + "\n").repeat(2))
                .everySplit();
        HarnessResult closed =
                as("acme", "DELETE", "/_pit").body("{\"id\":\"" + point + "\"}").everySplit();

        assertThat(searched.target()).isEqualTo("secondary");
        assertThat(searched.upstreamBody()).contains("\"pit\":{\"id\":\"ID\"}", "\"tenant_id\"");
        assertThat(several.target()).isEqualTo("secondary");
        assertThat(several.upstreamBody()).contains("\"pit\":{\"id\":\"ID\"}");
        assertThat(closed.target()).isEqualTo("secondary");
        assertThat(as("acme", "POST", "/_search").body("{}").send().body()).contains(CLOSED);
    }

    @Test
    void searchesNewAndOldPlacesNotInOneRequest() throws IOException {
        String point = pointInTime("acme");
        move("version 8\nacme default\n");
        String body = "{}\n{\"pit\":{\"id\":\"" + point + "\"}}\n{\"index\":\"logs\"}\n{}\n";

        HarnessResult result = as("acme", "POST", "/_msearch")
                .header("Content-Length", Integer.toString(body.length()))
                .body(body)
                .send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(404);
    }

    @Test
    void opensNoHandleOfAnotherTenantInAnyPlace() {
        String scroll = scroll("acme");

        HarnessResult result = as("bolt", "POST", "/_search/scroll")
                .body("{\"scroll_id\":\"" + scroll + "\"}")
                .send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(404);
    }

    @Test
    void tellsOfTheServerWithoutATable() {
        assertThat(as("acme", "GET", "/").send().target()).isEqualTo("secondary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "big: { cluster: primary, layouts: [{ indexPerTenant: { indices: ['*'] } }] }",
                "big: { cluster: primary, layouts: [{ indexPerTenant: { indices: ['*'], template: 'b-{tenant}.{index}' } }] }",
                "big: { cluster: primary, layouts: [{ shared: { indices: ['acme.logs'] } }] }",
                "big: { cluster: primary, layouts: [{ nested: { indices: ['*'], template: '{tenant}.all' } }] }",
                "a: { cluster: secondary, layouts: [{ shared: { indices: ['logs*'] } }] },"
                        + " b: { cluster: secondary, layouts: [{ shared: { indices: ['logs-1'] } }] }",
                "a: { cluster: secondary, layouts: [{ nested: { indices: ['a*'], template: 'a-{tenant}' } }] },"
                        + " b: { cluster: secondary, layouts: [{ nested: { indices: ['b*'], template: 'b-{tenant}' } }] }",
                "default: { cluster: secondary, layouts: [{ shared: { indices: [logs] } }] }",
                "Big: { cluster: secondary, layouts: [{ shared: { indices: [logs] } }] }",
                "big: { cluster: secondary, layouts: [] }",
                "big: { cluster: secondary, layouts: [{ shared: { indices: ['*'] } }] }",
                ""
            })
    void refusesPlacesWithWhichTenantsCouldMeet(String places) {
        assertThatThrownBy(() -> harness("{ " + OWN + " }", places)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesPlacesOfOneClusterThatHaveNothingInCommon() throws IOException {
        write("version 1\nacme small\n");

        try (FilterHarness together = harness(
                "{ " + OWN + " }",
                "big: { cluster: primary, layouts: [{ " + SHARED
                        + " }] }, small: { cluster: primary, layouts: [{ nested: { indices: ['*'], template: 't-{tenant}' } }] }")) {
            assertThat(together.request("GET", "/logs/_doc/1")
                            .principal("acme")
                            .send()
                            .upstreamHead()
                            .target()
                            .rawPath())
                    .isEqualTo("/t-acme/_doc/logs:1");
        }
    }

    @Test
    void needsATableForPlaces() {
        assertThatThrownBy(() -> FilterHarness.of(
                        new TenantFactory(),
                        "from: [{ principal: {} }]\nlayouts: [{ " + OWN
                                + " }]\nplaces: { big: { cluster: secondary, layouts: [{ " + SHARED + " }] } }"))
                .hasMessageContaining("placement");
    }

    @Test
    void doesNotStartWithATableThatCannotBeUsed() throws IOException {
        write("version 1\nacme nowhere\n");

        assertThatThrownBy(
                        () -> harness("{ " + OWN + " }", "big: { cluster: secondary, layouts: [{ " + SHARED + " }] }"))
                .hasMessageContaining("line 2 has a place that is not configured: nowhere");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cluster: primary, name: places              | could be one of tenants
            cluster: secondary, name: logs              | could be one of tenants
            cluster: secondary, name: '.places'         | the name of the index
            cluster: secondary, lease: 1s               | lease is 2s to 5m
            cluster: secondary, lease: 6m               | lease is 2s to 5m
            cluster: secondary, every: 3s               | at most a quarter of lease
            cluster: secondary, hold: 6s                | hold is longer than 0
            cluster: secondary, hold: 0s                | hold is longer than 0
            """)
    void refusesTablesInAnIndexThatCannotWork(String keys, String problem) {
        String config = "from: [{ principal: {} }]\nlayouts: [{ nested: { indices: ['*'] } }]\n"
                + "places: { big: { cluster: secondary, layouts: [{ " + SHARED + " }] } }\nplacement: { index: { "
                + keys
                + " } }\n";

        assertThatThrownBy(() -> FilterHarness.of(new TenantFactory(), config, new TestContext(directory)))
                .hasStackTraceContaining(problem);
    }

    @Test
    void saysWhereTheTableIsNotRead() {
        String config = "from: [{ principal: {} }]\nlayouts: [{ " + OWN
                + " }]\nplaces: { big: { cluster: secondary, layouts: [{ " + SHARED
                + " }] } }\nplacement: { index: { cluster: primary } }\n";

        try (FilterHarness unread = FilterHarness.of(new TenantFactory(), config, new TestContext(directory))) {
            assertThat(unread.request("GET", "/logs/_doc/1").principal("acme").explain())
                    .contains("the table of places is not read here");
        }
    }
}
