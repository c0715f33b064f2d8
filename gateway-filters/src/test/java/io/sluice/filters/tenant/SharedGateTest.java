package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tenants come to shared indices only while the mappings are known to keep them apart. */
class SharedGateTest {

    private static final String GOOD = "{\"dynamic\":\"strict\",\"properties\":{\"tenant_id\":{\"type\":\"keyword\"}}}";
    private static final String BAD = "{\"properties\":{\"tenant_id\":{\"type\":\"keyword\"}}}";
    private static final String CLOSED = "\"type\":\"sluice_mapping_unfit\"";
    private static final Duration REFRESH = Duration.ofSeconds(30);

    /** Index to mapping. */
    private final Map<String, String> indices = new LinkedHashMap<>();
    /** Alias to index. */
    private final Map<String, String> aliases = new LinkedHashMap<>();

    /** Of all indices. */
    private String settings = "{\"index\":{\"number_of_shards\":\"1\"}}";

    /** An index whose metadata only the cluster's state shows; empty for none. */
    private String blocked = "";

    private final TestCluster cluster = new TestCluster("primary").answering(this::answer);
    private final TestContext context = new TestContext();

    private @Nullable String answer(RequestTarget target) {
        List<String> segments = target.segments();
        if (segments.getFirst().equals("_resolve")) {
            return "{\"indices\":[%s],\"aliases\":[%s],\"data_streams\":[]}"
                    .formatted(
                            indices.keySet().stream()
                                    .map(name -> "{\"name\":\"" + name + "\"}")
                                    .collect(Collectors.joining(",")),
                            aliases.entrySet().stream()
                                    .map(alias -> "{\"name\":\"" + alias.getKey() + "\",\"indices\":[\""
                                            + alias.getValue() + "\"]}")
                                    .collect(Collectors.joining(",")));
        }
        if (segments.getFirst().equals("_cluster")) {
            return List.of(segments.getLast().split(",")).stream()
                    .map(name -> "\"%s\":{\"mappings\":{\"_doc\":%s},\"settings\":%s}"
                            .formatted(name, indices.getOrDefault(name, BAD), settings))
                    .collect(Collectors.joining(",", "{\"metadata\":{\"indices\":{", "}}}"));
        }
        List<String> names = List.of(segments.getFirst().split(","));
        return names.contains(blocked) ? null : described(names);
    }

    private String described(List<String> names) {
        return names.stream()
                .map(name -> "\"%s\":{\"mappings\":%s,\"settings\":%s}"
                        .formatted(name, indices.getOrDefault(name, BAD), settings))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private FilterHarness harness(TestCluster... reached) {
        return FilterHarness.of(
                new TenantFactory(),
                "from: [{ principal: {} }]\n"
                        + "layouts: [{ shared: { indices: [logs, \"logs-*\"] } }, { indexPerTenant: { indices: [\"*\"] } }]\n",
                context.reaching(reached));
    }

    /** One that has looked. */
    private FilterHarness ready(TestCluster... reached) {
        FilterHarness harness = harness(reached);
        context.runTasks();
        return harness;
    }

    private static HarnessCall acme(FilterHarness harness, String method, String target) {
        return harness.request(method, target).principal("acme").header("Content-Type", "application/json");
    }

    private static HarnessResult search(FilterHarness harness) {
        return acme(harness, "POST", "/logs/_search").body("{}").send();
    }

    @Test
    void letsTenantsToIndicesWhoseMappingsKeepThemApart() {
        indices.put("logs", GOOD);
        indices.put("logs-1", GOOD);

        assertThat(search(ready(cluster)).relayed()).isTrue();
        assertThat(cluster.asked())
                .extracting(RequestTarget::raw)
                .containsExactly(
                        "/_resolve/index/logs,logs-*?expand_wildcards=all&ignore_unavailable=true",
                        "/logs,logs-1?expand_wildcards=all");
    }

    @Test
    void judgesAnIndexWhoseMetadataAreBlocked() {
        indices.put("logs", GOOD);
        indices.put("logs-1", GOOD);
        blocked = "logs-1";
        FilterHarness harness = ready(cluster);
        assertThat(search(harness).relayed()).isTrue();
        assertThat(cluster.asked())
                .extracting(RequestTarget::raw)
                .endsWith("/_cluster/state/metadata/logs,logs-1?expand_wildcards=all");

        indices.put("logs-1", BAD);
        context.advance(REFRESH);

        assertThat(search(harness).status()).isEqualTo(503);
    }

    @Test
    void seesWhatChangesBesideAnIndexWhoseMetadataAreBlocked() {
        indices.put("logs", GOOD);
        indices.put("logs-1", GOOD);
        blocked = "logs-1";
        FilterHarness harness = ready(cluster);

        indices.put("logs", BAD);
        context.advance(REFRESH);

        assertThat(search(harness).status()).isEqualTo(503);
    }

    @Test
    void letsTenantsInWhereThereIsNoIndexYet() {
        assertThat(search(ready(cluster)).relayed()).isTrue();
    }

    @Test
    void hasRequestsWaitForTheFirstLook() {
        assertThat(search(harness(cluster)).relayed()).isTrue();
        assertThat(cluster.asked()).isNotEmpty();
    }

    @Test
    void keepsTenantsOutWithoutNamingIndices() {
        indices.put("logs", GOOD);
        indices.put("logs-of-somebody", BAD);

        HarnessResult refused = search(ready(cluster));

        assertThat(refused.relayed()).isFalse();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.headers().get("Retry-After")).isEqualTo("5");
        assertThat(refused.body()).contains(CLOSED, "\"status\":503").doesNotContain("somebody", "dynamic");
        assertThat(context.meters().gauge("tenant_unfit_indices")).isEqualTo(1);
        assertThat(context.meters().gauge("tenant_closed_layouts")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /logs/_search",
                "GET /logs,logs-1/_search",
                "GET /logs/_doc/1",
                "PUT /logs/_doc/1",
                "POST /logs/_bulk",
                "GET /logs/_mapping",
                "POST /logs/_delete_by_query",
                "GET /logs-1/_count"
            })
    void closesEveryWayToTheLayout(String request) {
        indices.put("logs", BAD);
        String[] words = request.split(" ");

        HarnessResult refused = acme(ready(cluster), words[0], words[1]).send();

        assertThat(refused.relayed()).isFalse();
        assertThat(refused.body()).contains(CLOSED);
    }

    @Test
    void leavesOtherLayoutsAndTheServerOpen() {
        indices.put("logs", BAD);
        FilterHarness harness = ready(cluster);

        assertThat(acme(harness, "GET", "/orders/_search").send().relayed()).isTrue();
        assertThat(acme(harness, "GET", "/").send().relayed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /_mget    | {"docs":[{"_index":"orders","_id":"1"},{"_index":"%s","_id":"1"}]}
            /_msearch | {"index":"orders"}#{}#{"index":"%s"}#{"size":1}#
            """)
    void closesTheWaysOnWhichPartsOfARequestComeToTheLayout(String path, String body) {
        indices.put("logs", BAD);
        FilterHarness harness = ready(cluster);
        String lines = body.replace('#', '\n');

        HarnessResult refused =
                acme(harness, "POST", path).body(lines.formatted("logs")).everySplit();

        assertThat(refused.relayed()).isFalse();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).contains(CLOSED);
        assertThat(acme(harness, "POST", path)
                        .body(lines.formatted("orders"))
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    @Test
    void takesOnlyTheItemsOfAClosedLayoutOutOfABulk() {
        indices.put("logs", BAD);
        FilterHarness harness = ready(cluster);

        HarnessResult result = acme(harness, "POST", "/_bulk")
                .body(
                        "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{}\n{\"index\":{\"_index\":\"orders\",\"_id\":\"1\"}}\n{}\n")
                .upstream(
                        200,
                        "application/json",
                        "{\"took\":1,\"errors\":false,\"items\":[{\"index\":{\"_index\":\"acme.orders\",\"_id\":\"1\",\"status\":201}}]}")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{\"index\":{\"_index\":\"acme.orders\",\"_id\":\"1\"}}\n{}\n");
        assertThat(result.body()).contains(CLOSED, "\"_index\":\"logs\"", "\"status\":503", "\"_index\":\"orders\"");
    }

    // The number of a document is its rank among all tenants' documents there.
    @Test
    void keepsTenantsOutOfIndicesThatHaveAnOrder() {
        indices.put("logs", GOOD);
        settings = "{\"index\":{\"sort\":{\"field\":\"at\"}}}";

        assertThat(search(ready(cluster)).status()).isEqualTo(503);
    }

    @Test
    void looksBehindAliases() {
        aliases.put("logs", "elsewhere");
        indices.put("logs-1", GOOD);

        assertThat(search(ready(cluster)).status()).isEqualTo(503);
        assertThat(cluster.asked().getLast().segments().getFirst()).isEqualTo("elsewhere,logs-1");
    }

    @Test
    void letsTenantsInOnceAMappingIsMendedAndOutOnceItIsNot() {
        indices.put("logs", BAD);
        FilterHarness harness = ready(cluster);
        assertThat(search(harness).status()).isEqualTo(503);

        indices.put("logs", GOOD);
        context.advance(REFRESH);
        assertThat(search(harness).relayed()).isTrue();

        indices.put("logs-2", BAD);
        assertThat(search(harness).relayed()).isTrue();
        context.advance(REFRESH);
        assertThat(search(harness).status()).isEqualTo(503);
        assertThat(context.meters().gauge("tenant_unfit_indices")).isEqualTo(1);
    }

    @Test
    void keepsTenantsOutUntilTheClusterWasRead() {
        cluster.silence();
        FilterHarness harness = ready(cluster);
        assertThat(search(harness).body()).contains(CLOSED, "has not been read yet");
        assertThat(context.meters().count("tenant_mapping_failures")).isEqualTo(1);

        cluster.answering(this::answer);
        context.advance(Duration.ofSeconds(1));
        assertThat(search(harness).relayed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {GOOD, BAD})
    void keepsTheLastVerdictWhereAClusterCannotBeReadLater(String mapping) {
        indices.put("logs", mapping);
        FilterHarness harness = ready(cluster);
        int before = search(harness).status();

        cluster.silence();
        context.advance(REFRESH);

        assertThat(context.meters().count("tenant_mapping_failures")).isEqualTo(1);
        assertThat(search(harness).status()).isEqualTo(before);
    }

    // Who writes to the indices decides how long their mappings are.
    @Test
    void keepsTenantsOutOfAnIndexThatIsTooLongToBeRead() {
        indices.put("logs", GOOD);
        FilterHarness harness = ready(cluster);
        assertThat(search(harness).relayed()).isTrue();

        indices.put("logs-1", GOOD.replace("tenant_id", "tenant_id_and_more"));
        cluster.answeringUpTo(described(List.of("logs")).length());
        context.advance(REFRESH);

        assertThat(search(harness).status()).isEqualTo(503);
    }

    @Test
    void keepsTenantsOutWhereTheNamesAreTooLongToBeRead() {
        FilterHarness harness = ready(cluster);
        assertThat(search(harness).relayed()).isTrue();

        cluster.answeringUpTo(10);
        context.advance(REFRESH);

        assertThat(search(harness).status()).isEqualTo(503);
    }

    @Test
    void keepsTenantsOutForWhatItFoundThoughOtherIndicesCannotBeRead() {
        IntStream.range(0, 60).forEach(i -> indices.put("logs-" + i, GOOD));
        FilterHarness harness = ready(cluster);
        assertThat(search(harness).relayed()).isTrue();

        indices.put("logs-0", BAD);
        cluster.answering(target -> target.raw().contains("logs-9,") ? null : answer(target));
        context.advance(REFRESH);

        assertThat(search(harness).status()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"indices\":{},\"aliases\":[],\"data_streams\":[]}",
                "{\"indices\":[{\"name\":\"logs\"}],\"aliases\":[],\"data_streams\":[]}",
                "{\"indices\":[1],\"aliases\":[],\"data_streams\":[]}",
                "{\"indices\":[{\"nom\":\"logs\"}],\"aliases\":[],\"data_streams\":[]}"
            })
    void keepsTenantsOutWhereAnAnswerIsNotUnderstood(String answer) {
        cluster.answering(target -> answer);

        assertThat(search(ready(cluster)).body()).contains(CLOSED, "has not been read yet");
    }

    @Test
    void keepsTenantsOutWhereOneOfTheClustersIsNotFit() {
        TestCluster empty =
                new TestCluster("secondary").answering(target -> "{\"indices\":[],\"aliases\":[],\"data_streams\":[]}");
        indices.put("logs", BAD);

        assertThat(search(ready(empty, cluster)).status()).isEqualTo(503);
    }

    @Test
    void asksForManyMappingsInParts() {
        IntStream.range(0, 120).forEach(i -> indices.put("logs-" + "x".repeat(i % 2 * 100) + i, GOOD));

        assertThat(search(ready(cluster)).relayed()).isTrue();
        assertThat(cluster.asked())
                .hasSizeGreaterThan(3)
                .allMatch(target -> target.raw().length() < 3200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "logs-7"})
    void asksForFewerMappingsWhereTheyAreTooLongTogether(String unseen) {
        IntStream.range(0, 20).forEach(i -> indices.put("logs-" + i, GOOD));
        blocked = unseen;
        cluster.answeringUpTo(1000);
        FilterHarness harness = ready(cluster);
        assertThat(search(harness).relayed()).isTrue();

        indices.put("logs-7", BAD);
        context.advance(REFRESH);

        assertThat(search(harness).status()).isEqualTo(503);
        assertThat(context.meters().count("tenant_mapping_failures")).isZero();
    }

    @Test
    void keepsTenantsOutOnceFitMappingsCouldNotBeReadForTenMinutes() {
        indices.put("logs", GOOD);
        FilterHarness harness = ready(cluster);
        cluster.silence();

        context.advance(REFRESH.plusMinutes(10).minusSeconds(1));
        assertThat(search(harness).relayed()).isTrue();
        context.advance(Duration.ofSeconds(1));
        assertThat(search(harness).body()).contains(CLOSED, "has not been read");

        cluster.answering(this::answer);
        context.advance(Duration.ofSeconds(1));
        assertThat(search(harness).relayed()).isTrue();
    }

    @Test
    void keepsTheLastVerdictWhileNoNodeIsAvailable() {
        indices.put("logs", GOOD);
        FilterHarness harness = ready(cluster);
        cluster.silence();
        cluster.available(false);

        context.advance(Duration.ofHours(1));

        assertThat(search(harness).relayed()).isTrue();
    }

    @Test
    void doesNotLookWhereNothingIsShared() {
        FilterHarness harness = FilterHarness.of(
                new TenantFactory(),
                "from: [{ principal: {} }]\nlayouts: [{ indexPerTenant: { indices: [\"*\"] } }]\n",
                context.reaching(cluster));

        assertThat(acme(harness, "GET", "/logs/_search").send().relayed()).isTrue();
        assertThat(context.periodicTasks()).isZero();
        assertThat(cluster.asked()).isEmpty();
    }
}
