package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Indices that the bodies of requests name. */
class AuthorizeBodiesTest extends AuthorizeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs-1/_search | {\"query\":{\"terms\":{\"user\":{\"index\":\"secret-1\",\"id\":\"1\",\"path\":\"u\"}}}}",
                "/logs-1/_search | {\"query\":{\"terms\":{\"user\":{\"inde\\u0078\":\"secret-1\",\"id\":\"1\",\"path\":\"u\"}}}}",
                "/logs-1/_search | {\"query\":{\"more_like_this\":{\"like\":[{\"_index\":\"secret-1\",\"_id\":\"1\"}]}}}",
                "/logs-1/_search | {\"query\":{\"geo_shape\":{\"p\":{\"indexed_shape\":{\"index\":\"secret-1\",\"id\":\"1\"}}}}}",
                "/logs-1/_search | {\"runtime_mappings\":{\"a\":{\"type\":\"lookup\",\"target_index\":\"secret-1\"}}}",
                "/logs-1/_count | {\"query\":{\"nested\":{\"query\":{\"terms\":{\"index\":[\"logs-1\",\"secret-1\"]}}}}}",
                "/_search | {\"pit\":{\"id\":\"x\"},\"query\":{\"terms\":{\"user\":{\"index\":\"secret-1\"}}}}",
                "/logs-1/_search | {\"query\":{\"wrapper\":{\"query\":\"e30=\"}}}",
                "/logs-1/_search | {\"search_pipeline\":{\"request_processors\":[{\"ml_inference\":{\"query_template\":\"{}\"}}]}}",
                "/logs-1/_async_search | {\"search_pipeline\":{\"request_processors\":[{\"ml_inference\":{\"query_template\":\"{}\"}}]}}",
                "/logs-1/_plugins/_asynchronous_search | {\"search_pipeline\":{\"request_processors\":[{\"ml_inference\":{\"query_template\":\"{}\"}}]}}",
                "/logs-1/_count | {\"search_pipeline\":{\"request_processors\":[{\"ml_inference\":{\"query_template\":\"{}\"}}]}}",
                "/logs-1/_search | {\"search_pipeline\":[{}]}",
                "/logs-1/_search | {\"search_p\\u0069peline\":{}}",
                "/logs-1/_search | {\"query\":{\"agentic\":{\"query_text\":\"x\"}}}",
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

    /** Elasticsearch 7 to 9 and OpenSearch 2 read on behind its end, for ever. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/_mtermvectors | \"x\"",
                "/_mtermvectors | []",
                "/logs-1/_mtermvectors | 1",
                "/logs-1/_termvectors | null",
                "/logs-1/_termvectors/1 | \"x\"",
                "/logs-1/_doc/1/_termvectors | [1]",
                "/logs-1/_termvectors/1 | {\"filter\":1}",
                "/logs-1/_termvectors/1 | {\"filter\":[]}",
                "/_mtermvectors | {\"docs\":[{\"_index\":\"logs-1\",\"_id\":\"1\",\"filter\":null}]}",
                "/logs-1/_mtermvectors | {\"ids\":[\"1\"],\"parameters\":{\"filter\":\"x\"}}"
            })
    void refusesWhatIsNoObjectWhereServersWouldReadOn(String target, String body) {
        for (String rules : List.of(READ_LOGS, "{allow: {classes: [read]}}")) {
            HarnessResult result = json(harness(rules), "POST", target, body).everySplit();

            assertThat(result.relayed()).as(result.describe()).isFalse();
            assertThat(result.status()).isIn(400);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /logs-1/_termvectors/0",
        "GET, /logs-1/_termvectors/0",
        "POST, /logs-1/_termvectors",
        "POST, /_mtermvectors",
        "POST, /logs-1/_doc/0/_termvectors"
    })
    void sendsNoBodyOfWhiteSpaceInWhichServersWouldReadOn(String method, String target) {
        for (String body : List.of(" ", "\n", " \t\r\n  ")) {
            for (String rules : List.of(READ_LOGS, "{allow: {classes: [read]}}")) {
                HarnessResult result =
                        json(harness(rules), method, target, body).everySplit();

                assertThat(result.relayed()).as(result.describe()).isTrue();
                assertThat(result.upstreamBody()).as(result.describe()).isEmpty();
            }
        }
    }

    @Test
    void asksForTermVectorsWithoutABody() {
        assertThat(harness(READ_LOGS)
                        .request("GET", "/logs-1/_termvectors/0")
                        .send()
                        .relayed())
                .isTrue();
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"aggs\":{\"indexed_shape\":{\"terms\":{\"field\":\"user\"}}}}",
                "{\"aggs\":{\"a\":{\"aggregations\":{\"indexed_shape\":{\"max\":{\"field\":\"n\"}}}}}}",
                "{\"suggest\":{\"indexed_shape\":{\"text\":\"a\",\"term\":{\"field\":\"user\"}}}}",
                "{\"query\":{\"match\":{\"indexed_shape\":{\"query\":\"a\"}}}}"
            })
    void letsWhatAClientNamesBeCalledAsAShape(String body) {
        assertThat(json(harness(READ_LOGS), "POST", "/logs-1/_search", body)
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"geo_shape\":{\"aggs\":{\"indexed_shape\":{\"id\":\"1\"}}}}}",
                "{\"aggs\":{\"indexed_shape\":{\"filter\":{\"geo_shape\":{\"aggs\":{\"indexed_shape\":{\"id\":\"1\"}}}}}}}",
                "{\"aggs\":{\"a\":{\"filters\":{\"filters\":{\"aggs\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"}}}}}}}}}"
            })
    void findsShapesBelowWhatAClientNames(String body) {
        assertThat(json(harness(READ_LOGS), "POST", "/logs-1/_search", body)
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(body.replace("{\"id\":\"1\"}", "{\"id\":\"1\",\"index\":\"#\"}"));
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
        assertThat(lines(harness, "/logs-1/_msearch", "{}\n{\"search_pipeline\":{}}\n")
                        .status())
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
                "/logs-1/_mapping | {\"dynamic_templates\":[{\"p\":{\"match\":\"target_index\",\"runtime\":{\"type\":\"lookup\",\"{name}\":\"secret-1\"}}}]}",
                "/logs-1/_mapping | {\"dynamic_templates\":[{\"p\":{\"match\":\"secret-1\",\"runtime\":{\"type\":\"lookup\",\"target_index\":\"{name}\"}}}]}",
                "/logs-1/_mapping | {\"dynamic_templates\":[{\"p\":{\"match\":\"percolator\",\"mapping\":{\"properties\":{\"z\":{\"type\":\"{name}\"}}}}}]}",
                "/logs-1/_mapping | {\"dynamic_templates\":[{\"p\":{\"match\":\"olator\",\"mapping\":{\"type\":\"perc{name}\"}}}]}",
                "/logs-1/_mapping | {\"dynamic_templates\":[{\"p\":{\"match\":\"olator\",\"mapping\":{\"type\":[\"{name}\"]}}}]}",
                "/logs-1/_mapping | {\"dynamic_templates\":[{\"p\":{\"match\":\"olator\",\"mapping\":{\"type\":\"text\",\"{name}\":{\"p\":{\"type\":\"keyword\"}}}}}]}",
                "/logs-1/_mapping | {\"dynamic_templates\":[{\"p\":{\"match\":\"pe\",\"mapping\":{\"ty{nam\\u0065}\":\"percolator\"}}}]}",
                "/_reindex | {\"source\":{\"index\":\"logs-1\",\"search_pipeline\":{}},\"dest\":{\"index\":\"logs-2\"}}",
                "/logs-1/_delete_by_query | {\"query\":{\"match_all\":{}},\"search_pipeline\":{}}",
                "/logs-1/_update_by_query | {\"query\":{\"agentic\":{\"query_text\":\"x\"}}}",
                "/logs-1/_clone/secret-2 | {}",
                "/logs-1/_rollover/secret-2 | {}",
                "/logs-1/_clone/logs-3 | {\"aliases\":{\"secret-x\":{}}}",
            })
    void deniesWritingAndManagingOthers(String target, String body) {
        HarnessResult result =
                json(harness(ALL_BUT_SECRET), "POST", target, body).everySplit();

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
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

    @Test
    void letsNoFilterOfAnAliasLookUpAShapeThatNamesNoIndex() {
        String shape = "{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"%s}}}}";
        String definition = "{\"aliases\":{\"logs-x\":{\"filter\":" + shape + "}}}";

        assertThat(json(
                                harness("{allow: {classes: [read, manage], indices: ['logs-*']}}"),
                                "PUT",
                                "/logs-3",
                                definition.formatted(""))
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(definition.formatted(",\"index\":\"#\""));
    }
}
