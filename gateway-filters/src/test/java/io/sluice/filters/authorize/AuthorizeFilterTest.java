package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthorizeFilterTest extends AuthorizeTest {

    @ParameterizedTest
    @CsvSource({
        "GET, /logs-1/_search",
        "POST, /logs-1/_count",
        "GET, '/logs-1,logs-2/_search'",
        "GET, '/logs-*/_search'",
        "GET, '/logs-1*,-logs-2/_search'",
        "GET, /logs-1/_doc/1",
        "HEAD, /logs-1",
        "GET, /logs-1/_mapping",
        "GET, /logs-not-there-yet/_search",
        "GET, /all-logs/_search",
        "GET, /",
        "HEAD, /",
        "POST, /logs-1/_pit?keep_alive=1m",
        "POST, /logs-1/_plugins/_asynchronous_search?wait_for_completion_timeout=1s",
        "POST, /logs-1/_opendistro/_asynchronous_search?wait_for_completion_timeout=1s",
        "GET, /logs-1/_doc/_search-as-an-id"
    })
    void letsThroughWhatARuleAllows(String method, String target) {
        HarnessResult result = harness(READ_LOGS).request(method, target).send();

        assertThat(result.relayed()).as(result.describe()).isTrue();
        assertThat(result.upstreamHead().target().raw()).isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /secret-1/_search",
        "POST, /secret-1/_plugins/_asynchronous_search",
        "POST, /_plugins/_asynchronous_search?index=secret-1",
        "GET, '/logs-1,secret-1/_search'",
        "GET, '/logs-1%2Csecret-1/_search'",
        "GET, /mixed/_search",
        "GET, 'secret-*/_search'",
        "GET, '/*-1,-secret-1,secret-1/_search'",
        "GET, /metrics/_search",
        "GET, /.ds-metrics-000001/_search",
        "GET, '/<logs-{now/d}>/_search'",
        "GET, /other:logs-1/_search",
        "GET, /logs-1::failures/_search",
        "GET, /-logs-1/_search",
        "GET, /secret-1/_doc/1",
        "PUT, /logs-1/_doc/1",
        "POST, /logs-1/_doc",
        "DELETE, /logs-1",
        "PUT, /logs-3",
        "POST, /logs-1/_delete_by_query",
        "POST, /logs-1/_forcemerge",
        "POST, /logs-1/_something_new",
        "GET, /_cat/indices",
        "GET, /_cluster/health",
        "GET, /_nodes",
        "GET, /_snapshot",
        "PUT, /_cluster/settings",
        "POST, /views/v1/_search",
        "POST, /_sql",
        "POST, /_query",
        "GET, /_search/template",
        "DELETE, /_search/scroll/_all",
        "GET, /_search/scroll/abc",
        "GET, /_async_search/abc",
        "DELETE, /_search/scroll?scroll_id=_all",
        "DELETE, /_search/scroll?scroll_id=%5Fall",
        "DELETE, /_search/point_in_time/_all",
        "GET, /_rank_eval"
    })
    void deniesWhatNoRuleAllows(String method, String target) {
        String path = target.startsWith("/") ? target : "/" + target;
        if (path.contains("<")) {
            path = "/%3Clogs-%7Bnow%2Fd%7D%3E/_search";
        }
        HarnessResult result = harness(READ_LOGS).request(method, path).send();

        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).isIn(403, 400);
        assertThat(result.body()).contains("\"status\":" + result.status());
    }

    /** OpenSearch 2 deletes by it where a setting allows it. */
    @ParameterizedTest
    @CsvSource({"read, false", "write, false", "'read, write', true"})
    void takesSqlOfOpenSearchForAWriteToo(String classes, boolean passes) {
        HarnessResult result = harness("{allow: {classes: [" + classes + "]}}")
                .request("POST", "/_plugins/_sql")
                .send();

        assertThat(result.relayed()).as(result.describe()).isEqualTo(passes);
    }

    @ParameterizedTest
    @CsvSource({
        "/_search, '/logs-1,logs-2/_search?ignore_unavailable=true'",
        "/_all/_search, '/logs-1,logs-2/_search?ignore_unavailable=true'",
        "/*/_search?size=1, '/logs-1,logs-2/_search?size=1&ignore_unavailable=true'",
        "'/*/_search?ignore_unavailable=false', '/logs-1,logs-2/_search?ignore_unavailable=true'",
        "'/*,-logs-2/_count', '/logs-1/_count?ignore_unavailable=true'",
        "'/_cat/count?v', '/_cat/count/logs-1,logs-2?v'",
        "'/_cat/count/*', '/_cat/count/logs-1,logs-2'",
        "'/*,-mix*/_search', '/logs-2/_search?ignore_unavailable=true'",
        "'/*,-secret-*/_search', '/logs-1,logs-2/_search?ignore_unavailable=true'",
        "'/*1/_search', '/logs-1/_search?ignore_unavailable=true'",
        "'/logs-2,*1/_search', '/logs-2,logs-1/_search'",
        "'/*/_search?expand_wildcards=all', '/logs-1,logs-2,logs-hidden,logs-old/_search?expand_wildcards=all&ignore_unavailable=true'",
        "'/_plugins/_asynchronous_search', '/logs-1,logs-2/_plugins/_asynchronous_search'",
        "'/_mapping', '/logs-1,logs-2/_mapping?ignore_unavailable=true'",
        "'/_resolve/index/*', '/_resolve/index/logs-1,logs-2'"
    })
    void narrowsWildcardsToWhatIsAllowed(String target, String sent) {
        HarnessResult result = harness(READ_LOGS).request("GET", target).send();

        assertThat(result.relayed()).as(result.describe()).isTrue();
        assertThat(result.upstreamHead().target().raw()).isEqualTo(sent);
    }

    @Test
    void leavesOutAnAliasThatStandsForWhatIsDenied() {
        HarnessResult result = harness(ALL_BUT_SECRET)
                .request("GET", "/*/_search?expand_wildcards=open")
                .send();

        assertThat(result.upstreamHead().target().raw())
                .isEqualTo("/logs-1,logs-2,metrics/_search?expand_wildcards=open&ignore_unavailable=true");
    }

    @Test
    void takesARuleForAnAliasAsOneForItsIndicesThroughIt() {
        FilterHarness harness = harness("{allow: {classes: [read], indices: [mixed]}}");

        assertThat(harness.request("GET", "/mixed/_search").send().relayed()).isTrue();
        assertThat(harness.request("GET", "/secret-1/_search").send().status()).isEqualTo(403);
    }

    @Test
    void takesARuleForADataStreamAsOneForItsIndices() {
        FilterHarness harness = harness("{allow: {classes: [read], indices: [metrics]}}");

        assertThat(harness.request("GET", "/metrics/_search").send().relayed()).isTrue();
        assertThat(harness.request("GET", "/.ds-metrics-000001/_search").send().relayed())
                .isTrue();
        assertThat(harness("{deny: {classes: [read], indices: [metrics]}}, {allow: {classes: [read]}}")
                        .request("GET", "/.ds-metrics-000001/_search")
                        .send()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void leavesAliasesToTheServerWhereWildcardsAreManaged() {
        HarnessResult result =
                harness(ALL_BUT_SECRET).request("POST", "/*/_forcemerge").send();

        assertThat(result.upstreamHead().target().raw()).startsWith("/logs-1,logs-2,metrics/_forcemerge");
    }

    @ParameterizedTest
    @CsvSource({"PUT, /logs-1/_alias/secret-x", "DELETE, /logs-1/_alias/secret-x", "PUT, /secret-9", "DELETE, '/*'"})
    void judgesAllNamesOfAPath(String method, String target) {
        HarnessResult result = harness("{allow: {classes: [manage], indices: ['logs-?']}}")
                .request(method, target)
                .send();

        assertThat(result.status()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "/_cat/indices?index=logs-1, 403",
        "/_search?index=secret-1, 400",
        "/_nodes/_bulk, 400",
        "/logs-1/../secret-1/_search, 400",
        "/logs-1/_search?a;b, 400"
    })
    void refusesWhatAServerMayReadAnotherWay(String target, int status) {
        HarnessResult result = harness(READ_LOGS).request("POST", target).send();

        assertThat(result.status()).isEqualTo(status);
    }

    @Test
    void asksWhoSendsIt() {
        FilterHarness harness = harness("{allow: {classes: [read], when: {claims: {roles: [reader]}}}}");
        Principal reader = new Principal("ann", "jwt", Map.of("roles", List.of("reader")));

        assertThat(harness.request("GET", "/logs-1/_search")
                        .fact(ExchangeKey.PRINCIPAL, reader)
                        .send()
                        .relayed())
                .isTrue();
        assertThat(harness.request("GET", "/logs-1/_search")
                        .principal("bob")
                        .send()
                        .status())
                .isEqualTo(403);
        assertThat(harness.request("GET", "/").principal("bob").send().status()).isEqualTo(403);
    }

    @Test
    void onlyReportsInADryRun(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("audit.log");
        try (FilterHarness harness = harness(READ_LOGS, "dryRun: true\naudit: {file: '" + file + "'}")) {
            assertThat(harness.request("GET", "/secret-1/_search")
                            .principal("ann")
                            .send()
                            .relayed())
                    .isTrue();
            assertThat(harness.request("GET", "/*/_search")
                            .send()
                            .upstreamHead()
                            .target()
                            .raw())
                    .isEqualTo("/*/_search");
            context.runTasks();
        }

        assertThat(Files.readString(file))
                .contains("\"user.name\":\"ann\"", "\"sluice.class\":\"read\"", "\"sluice.index\":\"secret-1\"")
                .contains("\"sluice.dry_run\":true", "\"event.outcome\":\"success\"");
    }

    /** An alias that was made since would be judged by its own name. */
    @Test
    void usesNamesForAMinuteWhileTheyCannotBeReadAgain() {
        String[] answer = {NAMES};
        TestContext away = new TestContext().reaching(new TestCluster("primary").answering(target -> answer[0]));
        FilterHarness harness = FilterHarness.of(AuthorizeFilter.class, "rules: [" + ALL_BUT_SECRET + "]", away);
        away.runTasks();
        assertThat(harness.request("GET", "/logs-1/_search").send().relayed()).isTrue();

        answer[0] = "{\"indices\":[]}";
        for (int second = 0; second < 59; second++) {
            away.advance(Duration.ofSeconds(1));
            away.runTasks();
        }
        assertThat(harness.request("GET", "/logs-1/_search").send().relayed()).isTrue();

        away.advance(Duration.ofMinutes(1));
        away.runTasks();
        HarnessResult refused = harness.request("GET", "/logs-1/_search").send();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).contains("sluice_names_unread");

        answer[0] = NAMES;
        away.advance(Duration.ofMinutes(1));
        away.runTasks();
        assertThat(harness.request("GET", "/logs-1/_search").send().relayed()).isTrue();
    }

    @Test
    void waitsForNamesOnlyWhereTheyMatter() {
        TestContext unread = new TestContext().reaching(new TestCluster("primary").answering(target -> "{}"));
        FilterHarness harness = FilterHarness.of(AuthorizeFilter.class, "rules: [" + READ_LOGS + "]", unread);
        unread.runTasks();

        assertThat(harness.request("GET", "/logs-1/_search").send().relayed()).isTrue();
        HarnessResult waiting = harness.request("GET", "/all-logs/_search").send();
        assertThat(waiting.status()).isEqualTo(503);
        assertThat(waiting.headers().get("Retry-After")).isNotNull();
        assertThat(harness.request("GET", "/_search").send().relayed()).isFalse();
    }

    @Test
    void looksNothingUpWhereAnotherFilterChangesNames() {
        FilterHarness harness = harness(READ_LOGS, "resolve: false");

        assertThat(harness.request("GET", "/all-logs/_search").send().status()).isEqualTo(403);
        assertThat(harness.request("GET", "/logs-*/_search").send().relayed()).isTrue();
        assertThat(harness.request("GET", "/*/_search").send().status()).isEqualTo(403);
    }

    @Test
    void knowsEveryEndpointOfTenants() {
        assertThat(EndpointTable.ALL.endpoints()).allSatisfy(row -> {
            String path = row.path().replaceAll("[\\[\\]]", "").replaceAll("\\{[a-z]+}", "x");
            for (String method : row.methods()) {
                Set<EndpointClass> classes = Endpoints.of(method, io.sluice.api.RequestTarget.parse(path))
                        .endpoint()
                        .classes();
                assertThat(classes).as(method + " " + path).doesNotContain(EndpointClass.CLUSTER);
                boolean writes = Set.of(
                                BodyKind.DOCUMENT,
                                BodyKind.BULK,
                                BodyKind.UPDATE,
                                BodyKind.DELETE_BY_QUERY,
                                BodyKind.UPDATE_BY_QUERY,
                                BodyKind.REINDEX)
                        .contains(row.body());
                assertThat(classes.contains(EndpointClass.WRITE) || !writes)
                        .as(method + " " + path)
                        .isTrue();
            }
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rules: [] | everything is denied",
                "rules: [{allow: {classes: []}}] | needs classes",
                "rules: [{allow: {classes: [read], indices: []}}] | must not be empty",
                "rules: [{deny: {classes: [read], indices: []}}] | must not be empty",
                "rules: [{allow: {classes: [cluster], indices: [a]}}] | concerns no index",
                "rules: [{allow: {classes: [read], indices: ['a,b']}}] | not a name",
                "rules: [{deny: {classes: [read], indices: ['-a']}}] | not a name"
            })
    void refusesRulesThatMeanNothing(String yaml, String problem) {
        assertThatThrownBy(() -> FilterHarness.of(AuthorizeFilter.class, yaml)).hasMessageContaining(problem);
    }

    /** On OpenSearch, a data stream is an index that there is not where aliases are read. */
    @ParameterizedTest
    @CsvSource({
        "opensearch, GET, /_alias, '/logs-1,logs-2/_alias?ignore_unavailable=true'",
        "opensearch, GET, '/*/_alias', '/logs-1,logs-2/_alias?ignore_unavailable=true'",
        "opensearch, HEAD, /_alias/all-logs, '/logs-1,logs-2/_alias/all-logs?ignore_unavailable=true'",
        "opensearch, GET, /_search, '/logs-1,logs-2,metrics/_search?ignore_unavailable=true'",
        "default, GET, /_alias, '/logs-1,logs-2,metrics/_alias?ignore_unavailable=true'"
    })
    void readsAliasesOfDataStreamsWhereTheServerHasThem(
            String distribution, String method, String target, String sent) {
        context.reaching(new TestCluster("primary")
                .answering(asked -> asked.rawPath().equals("/")
                        ? "{\"version\":{\"number\":\"2.19.6\",\"distribution\":\"" + distribution + "\"}}"
                        : NAMES));

        HarnessResult result = harness("{allow: {classes: [read], indices: ['logs-*', metrics]}}")
                .request(method, target)
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo(sent);
    }

    /** What is about indices is about those that are allowed, in whichever endpoint it is shown. */
    @ParameterizedTest
    @CsvSource({
        "/_cat/indices, '/_cat/indices/logs-1,logs-2,metrics'",
        "'/_cat/indices/logs-1,metrics', '/_cat/indices/logs-1,metrics'",
        "'/_cat/shards/*-1?v', '/_cat/shards/logs-1?v'",
        "'/_cat/segments/logs-*', '/_cat/segments/logs-1,logs-2'",
        "/_cat/recovery, '/_cat/recovery/logs-1,logs-2,metrics'",
        "/_cluster/health, '/_cluster/health/logs-1,logs-2,metrics'",
        "/_cluster/state/routing_table, '/_cluster/state/routing_table/logs-1,logs-2,metrics'",
        "'/_cluster/state/version,nodes/logs-1', '/_cluster/state/version,nodes/logs-1'",
        "/_list/indices, '/_list/indices/logs-1,logs-2,metrics'",
        "/_list/shards/secret-1,",
        "/_data_stream/_stats, '/_data_stream/logs-1,logs-2,metrics/_stats'",
        "/_data_stream/secret-1/_stats,",
        "/_cluster/state/metadata/logs-1,",
        "'/_cluster/state/version,metadata',",
        "'/_cluster/state/version,blocks/logs-1',",
        "/_cluster/state/blocks,",
        "/_cluster/state/customs,",
        "/_cluster/allocation/explain,",
        "/_search_shards, '/logs-1,logs-2,metrics/_search_shards?ignore_unavailable=true'",
        "/_cat/nodes,",
        "/_analyze,",
        "/_cat/indices/secret-1,",
        "/_cat/shards/mixed,",
        "/_cluster/health/secret-1,",
        "/_cluster/state/metadata/secret-1,",
        "/_cluster/state,",
        "/_cluster/state/_all/secret-1,"
    })
    void showsOfIndicesWhatIsAllowed(String target, @Nullable String sent) {
        HarnessResult result = harness(
                        "{deny: {classes: [monitor], indices: ['secret-*']}}, {allow: {classes: [monitor], indices: ['logs-*', metrics]}}")
                .request("GET", target)
                .send();

        assertThat(result.relayed()).as(result.describe()).isEqualTo(sent != null);
        if (sent == null) {
            assertThat(result.status()).isEqualTo(403);
        } else {
            assertThat(result.upstreamHead().target().raw()).isEqualTo(sent);
        }
    }

    /** Elasticsearch 7 takes these for writes of a document, and makes the index before it finds a fault with the type's name. */
    @ParameterizedTest
    @CsvSource({
        "/logs-1/_search/point_in_time, 400",
        "/logs-1/_knn_search, 403",
        "/_analyze, 403",
        "/logs-1/_search/point_in_time?keep_alive=1m, 200",
        "/logs-1/_pit, 400"
    })
    void readsNothingByWhatMayBeAWrite(String target, int status) {
        assertThat(harness(READ_LOGS).request("POST", target).send().status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "/logs-1/_terms_enum, GET /logs-1/_terms_enum",
        "/logs-1/_eql/search?size=1, GET /logs-1/_eql/search?size=1",
        "/logs-1/_graph/explore, GET /logs-1/_graph/explore",
        "/logs-1/_rank_eval, GET /logs-1/_rank_eval",
        "/logs-1/_search/template, GET /logs-1/_search/template",
        "/logs-1/_async_search, POST /logs-1/_async_search?wait_for_completion_timeout=1s",
        "/logs-1/_async_search?size=1, POST /logs-1/_async_search?size=1&wait_for_completion_timeout=1s",
        "/logs-1/_async_search?wait_for_completion_timeout=9s, POST /logs-1/_async_search?wait_for_completion_timeout=9s",
        "/logs-1/_plugins/_asynchronous_search, POST /logs-1/_plugins/_asynchronous_search?wait_for_completion_timeout=1s",
        "/logs-1/_search, POST /logs-1/_search"
    })
    void sendsReadsSoThatNoServerTakesThemForWrites(String target, String sent) {
        HarnessResult result = harness("{allow: {classes: [read]}}")
                .request("POST", target)
                .header("Content-Type", "application/json")
                .body("{}")
                .send();

        assertThat(result.status()).as(result.describe()).isEqualTo(200);
        assertThat(result.upstreamHead().method() + " "
                        + result.upstreamHead().target().raw())
                .isEqualTo(sent);
    }
}
