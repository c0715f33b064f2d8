package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthorizeFilterTest {

    /** Two indices of logs, a secret one, an alias to each kind, and a data stream. */
    private static final String NAMES = """
            {"indices":[
              {"name":"logs-1","attributes":["open"]},
              {"name":"logs-2","attributes":["open"]},
              {"name":"logs-old","attributes":["closed"]},
              {"name":"logs-hidden","attributes":["hidden","open"]},
              {"name":"secret-1","attributes":["open"]},
              {"name":".ds-metrics-000001","attributes":["hidden","open"],"data_stream":"metrics"}],
             "aliases":[
              {"name":"all-logs","indices":["logs-1","logs-2"]},
              {"name":"mixed","indices":["logs-1","secret-1"]}],
             "data_streams":[{"name":"metrics","backing_indices":[".ds-metrics-000001"]}]}""";

    private static final String READ_LOGS = "{allow: {classes: [read], indices: ['logs-*']}}";
    private static final String ALL_BUT_SECRET = "{deny: {classes: [read, write, manage], indices: ['secret-*']}},"
            + "{allow: {classes: [read, write, manage]}}";

    private final TestContext context =
            new TestContext().reaching(new TestCluster("primary").answering(target -> NAMES));

    private FilterHarness harness(String rules, String more) {
        FilterHarness harness = FilterHarness.of(AuthorizeFilter.class, "rules: [" + rules + "]\n" + more, context);
        context.runTasks();
        return harness;
    }

    private FilterHarness harness(String rules) {
        return harness(rules, "");
    }

    private static HarnessCall json(FilterHarness harness, String method, String target, String body) {
        return harness.request(method, target)
                .header("Content-Type", "application/json")
                .body(body);
    }

    private static HarnessResult lines(FilterHarness harness, String target, String body) {
        return harness.request("POST", target)
                .header("Content-Type", "application/x-ndjson")
                .body(body)
                .everySplit();
    }

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
        "POST, /logs-1/_pit",
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
        "POST, /_search/scroll",
        "DELETE, /_search/scroll",
        "GET, /_search/scroll/abc",
        "DELETE, /_pit",
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

    @ParameterizedTest
    @CsvSource({
        "/_search, '/logs-1,logs-2/_search?ignore_unavailable=true'",
        "/_all/_search, '/logs-1,logs-2/_search?ignore_unavailable=true'",
        "/*/_search?size=1, '/logs-1,logs-2/_search?size=1&ignore_unavailable=true'",
        "'/*/_search?ignore_unavailable=false', '/logs-1,logs-2/_search?ignore_unavailable=false'",
        "'/*,-logs-2/_count', '/logs-1/_count?ignore_unavailable=true'",
        "'/*1/_search', '/logs-1/_search?ignore_unavailable=true'",
        "'/logs-2,*1/_search', '/logs-2,logs-1/_search'",
        "'/*/_search?expand_wildcards=all', '/logs-1,logs-2,logs-hidden,logs-old/_search?expand_wildcards=all&ignore_unavailable=true'",
        "'/_mapping', '/logs-1,logs-2/_mapping'",
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs-1/_search | {\"query\":{\"terms\":{\"user\":{\"index\":\"secret-1\",\"id\":\"1\",\"path\":\"u\"}}}}",
                "/logs-1/_search | {\"query\":{\"terms\":{\"user\":{\"inde\\u0078\":\"secret-1\",\"id\":\"1\",\"path\":\"u\"}}}}",
                "/logs-1/_search | {\"query\":{\"more_like_this\":{\"like\":[{\"_index\":\"secret-1\",\"_id\":\"1\"}]}}}",
                "/logs-1/_search | {\"query\":{\"geo_shape\":{\"p\":{\"indexed_shape\":{\"index\":\"secret-1\",\"id\":\"1\"}}}}}",
                "/logs-1/_search | {\"runtime_mappings\":{\"a\":{\"type\":\"lookup\",\"target_index\":\"secret-1\"}}}",
                "/logs-1/_count | {\"query\":{\"terms\":{\"index\":[\"logs-1\",\"secret-1\"]}}}",
                "/_search | {\"pit\":{\"id\":\"x\"},\"query\":{\"terms\":{\"user\":{\"index\":\"secret-1\"}}}}",
                "/logs-1/_search | {\"query\":{\"wrapper\":{\"query\":\"e30=\"}}}",
                "/logs-1/_search | {\"query\":{\"bool\":{\"must\":[{\"template\":{\"source\":\"{}\"}}]}}}",
                "/logs-1/_search | {\"suggest\":{\"s\":{\"phrase\":{\"collate\":{\"query\":{\"source\":\"{}\"}}}}}}",
                "/logs-1/_search | {\"indices_boost\":[{\"secret-1\":2}]}",
                "/logs-1/_search | {\"indices_boost\":{\"secret-1\":2}}",
                "/logs-1/_termvectors/1 | {\"_index\":\"secret-1\",\"_id\":\"1\"}",
                "/logs-1/_termvectors | {\"_index\":\"secret-1\",\"_id\":\"1\"}",
                "/_mget | {\"docs\":[{\"_index\":\"logs-1\",\"_id\":\"1\"},{\"_index\":\"secret-1\",\"_id\":\"1\"}]}",
                "/logs-1/_mget | {\"docs\":[{\"_index\":\"secret-1\",\"_id\":\"1\"}]}",
                "/_search | {\"pit\":{\"id\":\"x\"}}",
                "/logs-1/_search?source=%7B%7D&source_content_type=application/json | ",
            })
    void deniesIndicesThatABodyNames(String target, String body) {
        HarnessResult result = json(harness(READ_LOGS), "POST", target, body == null ? "" : body)
                .everySplit();

        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).isIn(403, 400);
    }

    @Test
    void letsNoShapeBeLookedUpThatNamesNoIndex() {
        FilterHarness harness = harness(READ_LOGS);
        String shape = "{\"query\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"%s}}}}}";

        assertThat(json(harness, "POST", "/logs-1/_search", shape.formatted(""))
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(shape.formatted(",\"index\":\"#\""));
        String own = shape.formatted(",\"index\":\"logs-2\"");
        assertThat(json(harness, "POST", "/logs-1/_search", own).everySplit().upstreamBody())
                .isEqualTo(own);
    }

    @Test
    void leavesAliasesToTheServerWhereWildcardsAreManaged() {
        HarnessResult result = harness(ALL_BUT_SECRET).request("DELETE", "/*").send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/logs-1,logs-2,metrics");
    }

    @Test
    void letsWhoReadsEverythingContinueAPointInTime() {
        HarnessResult result = json(
                        harness("{allow: {classes: [read]}}"), "POST", "/_search", "{\"pit\":{\"id\":\"x\"}}")
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_search");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"index\":\"secret-1\"}",
                "{\"index\":[\"logs-1\",\"secret-1\"]}",
                "{\"indices\":\"secret-1\"}",
                "{\"index\":\"*\"}",
                "{\"index\":\"\"}",
                "{\"index\":[]}",
                "{\"index\":null}",
            })
    void deniesHeadersOfSearchesThatNameOthers(String header) {
        HarnessResult result = lines(harness(READ_LOGS), "/logs-1/_msearch", header + "\n{}\n");

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
    }

    @Test
    void judgesEachHeaderAndSearchOfSeveral() {
        FilterHarness harness = harness(READ_LOGS);
        String lookup = "{\"query\":{\"terms\":{\"u\":{\"index\":\"secret-1\"}}}}";

        assertThat(lines(harness, "/logs-1/_msearch", "{}\n{}\n\n{}\n").relayed())
                .isTrue();
        assertThat(lines(harness, "/_msearch", "{\"index\":\"logs-*\"}\n{}\n").relayed())
                .isTrue();
        assertThat(lines(harness, "/_msearch", "{}\n{}\n").status()).isEqualTo(403);
        assertThat(lines(harness, "/_msearch", "{\"index\":\"logs-1\"}\n" + lookup + "\n")
                        .status())
                .isEqualTo(403);
        assertThat(lines(harness, "/logs-1/_msearch", "\n" + lookup + "\n").status())
                .isEqualTo(403);
    }

    @Test
    void takesDeniedItemsOutOfABulk() {
        FilterHarness harness = harness("{allow: {classes: [write], indices: ['logs-*', all-logs]}}");
        String body = """
                {"index":{"_index":"logs-1","_id":"1"}}
                {"a":1}
                {"index":{"_index":"secret-1","_id":"2"}}
                {"a":2}
                {"delete":{"_id":"3"}}
                {"create":{"_index":"mixed","_id":"4"}}
                {"a":4}
                """;
        HarnessResult result = harness.request("POST", "/all-logs/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .body(body)
                .upstream(200, "application/json", """
                        {"took":1,"errors":false,"items":[\
                        {"index":{"_index":"logs-1","_id":"1","status":201}},\
                        {"delete":{"_index":"logs-1","_id":"3","status":200}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).doesNotContain("secret").contains("\"_id\":\"3\"");
        assertThat(result.body())
                .contains("\"errors\":true", "the gateway does not allow [write] of [secret-1]")
                .contains("the gateway does not allow [write] of [mixed]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/_reindex | {\"source\":{\"index\":\"secret-1\"},\"dest\":{\"index\":\"logs-1\"}}",
                "/_reindex | {\"dest\":{\"index\":\"secret-1\"},\"source\":{\"index\":\"logs-1\"}}",
                "/_reindex | {\"source\":{\"remote\":{\"host\":\"http://x:9200\"},\"index\":\"logs-1\"},\"dest\":{\"index\":\"logs-1\"}}",
                "/_aliases | {\"actions\":[{\"add\":{\"index\":\"secret-1\",\"alias\":\"logs-x\"}}]}",
                "/_aliases | {\"actions\":[{\"add\":{\"index\":\"logs-1\",\"alias\":\"secret-x\"}}]}",
                "/_aliases | {\"actions\":[{\"remove_index\":{\"indices\":[\"secret-1\"]}}]}",
                "/_reindex | {\"source\":{\"index\":\"logs-1\"},\"dest\":{\"index\":\"logs-2\"},\"script\":{\"source\":\"ctx._index='secret-1'\"}}",
                "/logs-1/_alias/logs-x | {\"index\":\"secret-1\"}",
                "/logs-1/_alias/logs-x | {\"alias\":\"secret-x\"}",
                "/logs-1/_aliases/logs-x | {\"filter\":{\"terms\":{\"a\":{\"index\":\"secret-1\"}}}}",
                "/logs-1/_mapping | {\"runtime\":{\"x\":{\"type\":\"lookup\",\"target_index\":\"secret-1\"}}}",
                "/logs-1/_clone/logs-3 | {\"aliases\":{\"logs-x\":{\"filter\":{\"terms\":{\"a\":{\"index\":\"secret-1\"}}}}}}",
                "/logs-1/_mapping | {\"properties\":{\"q\":{\"type\":\"percolator\"}}}",
                "/logs-1/_clone/secret-2 | {}",
                "/logs-1/_rollover/secret-2 | {}",
                "/logs-1/_clone/logs-3 | {\"aliases\":{\"secret-x\":{}}}",
            })
    void deniesWritingAndManagingOthers(String target, String body) {
        HarnessResult result =
                json(harness(ALL_BUT_SECRET), "POST", target, body).everySplit();

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({"PUT, /logs-1/_alias/secret-x", "DELETE, /logs-1/_alias/secret-x", "PUT, /secret-9", "DELETE, '/*'"})
    void judgesAllNamesOfAPath(String method, String target) {
        HarnessResult result = harness("{allow: {classes: [manage], indices: ['logs-?']}}")
                .request(method, target)
                .send();

        assertThat(result.status()).isEqualTo(403);
    }

    @Test
    void readsNoBodyWhereEverythingMayBeRead() {
        HarnessResult result = harness("{allow: {classes: [read]}}")
                .request("POST", "/_search")
                .header("Content-Type", "application/smile")
                .body("not json")
                .send();

        assertThat(result.relayed()).isTrue();
    }

    @Test
    void refusesABodyThatIsNoJsonWhereItMustBeRead() {
        HarnessResult result = harness(READ_LOGS)
                .request("POST", "/logs-1/_search")
                .header("Content-Type", "application/smile")
                .body("x")
                .send();

        assertThat(result.status()).isEqualTo(406);
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
                "rules: [{allow: {classes: [cluster], indices: [a]}}] | concerns no index",
                "rules: [{allow: {classes: [read], indices: ['a,b']}}] | not a name",
                "rules: [{deny: {classes: [read], indices: ['-a']}}] | not a name"
            })
    void refusesRulesThatMeanNothing(String yaml, String problem) {
        assertThatThrownBy(() -> FilterHarness.of(AuthorizeFilter.class, yaml)).hasMessageContaining(problem);
    }
}
