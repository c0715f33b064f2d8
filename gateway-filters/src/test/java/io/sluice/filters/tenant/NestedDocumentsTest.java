package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NestedDocumentsTest extends AcmeTest {

    NestedDocumentsTest() {
        super("nested: { indices: [\"*\"] }");
    }

    @Test
    void putsDocumentsBelowTheNameOfTheirIndex() {
        HarnessResult put = acme("PUT", "/logs/_doc/1")
                .body("{\"a\":1.0,\"baseIndex\":\"x\"}")
                .upstream(201, "application/json", "{\"_index\":\"acme\",\"_id\":\"logs:1\",\"result\":\"created\"}")
                .everySplit();

        assertThat(put.upstreamHead().target().raw()).isEqualTo("/acme/_doc/logs:1");
        assertThat(put.upstreamBody()).isEqualTo("{\"baseIndex\":\"logs\",\"logs\":{\"a\":1.0,\"baseIndex\":\"x\"}}");
        assertThat(put.body()).isEqualTo("{\"_index\":\"logs\",\"_id\":\"1\",\"result\":\"created\"}");
    }

    @Test
    void drawsTheIdsThatClientsLeaveToTheCluster() {
        HarnessResult posted = acme("POST", "/logs-1.0/_doc").body("{}").send();

        assertThat(posted.upstreamHead().target().raw()).matches("/acme/_create/logs-1[.]0:[A-Za-z0-9_-]{20}");
        assertThat(posted.upstreamBody()).isEqualTo("{\"baseIndex\":\"logs-1.0\",\"logs-1/0\":{}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{}]", "1", "\"a\"", "null"})
    void refusesWhatIsNoDocument(String body) {
        HarnessResult result = acme("PUT", "/logs/_doc/1").body(body).everySplit();

        assertRefused(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"_id":"2","a":{"_id":1},"_type":"t"} | {"._id":"2","a":{"_id":1},"_type":"t"}
            {"\\u005fsource":{"a":1}}             | {"._source":{"a":1}}
            {"_index":[1]}                        | {"._index":[1]}
            {"_routing":null}                     | {"._routing":null}
            """)
    void letsTheServerRefuseMembersThatItKeepsForItself(String document, String sent) {
        String reason = "object field starting or ending with a [.] makes object resolution ambiguous: [._id]";
        HarnessResult put = acme("PUT", "/logs/_doc/1")
                .body(document)
                .upstream(400, "application/json", "{\"error\":{\"reason\":\"" + reason + "\"},\"status\":400}")
                .everySplit();

        assertThat(put.upstreamBody()).isEqualTo("{\"baseIndex\":\"logs\",\"logs\":" + sent + "}");
        assertThat(put.body()).contains("\"Field [_id] is a metadata field and cannot be added inside a document.");
        assertThat(acme("POST", "/logs/_bulk")
                        .body("{\"index\":{\"_id\":\"2\"}}\n" + document + "\n{\"update\":{\"_id\":\"1\"}}\n{\"doc\":"
                                + document + "}\n")
                        .everySplit()
                        .upstreamBody())
                .contains(
                        "\n{\"baseIndex\":\"logs\",\"logs\":" + sent + "}\n",
                        "\n{\"doc\":{\"baseIndex\":\"logs\",\"logs\":" + sent + "}}\n");
    }

    @Test
    void updatesBelowTheNameOfTheIndex() {
        HarnessResult result = acme("POST", "/logs/_update/1")
                .body("{\"doc\":{\"a\":1},\"upsert\":{},\"_source\":[\"a\"],\"doc_as_upsert\":false}")
                .upstream(200, "application/json", """
                        {"_index":"acme","_id":"logs:1","get":{"found":true,"_source":{"logs":{"a":1}}}}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"doc":{"baseIndex":"logs","logs":{"a":1}},"upsert":{"baseIndex":"logs","logs":{}},"_source":["logs.a"],"doc_as_upsert":false}""");
        assertThat(result.body()).isEqualTo("""
                {"_index":"logs","_id":"1","get":{"found":true,"_source":{"a":1}}}""");
        assertThat(acme("POST", "/logs/_update/1")
                        .body("{\"script\":\"ctx._source.a=1\"}")
                        .send()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void upsertsBelowTheNameOfTheIndex() {
        HarnessResult result = acme("POST", "/logs/_update/1?doc_as_upsert=true")
                .body("{\"doc\":{\"a\":1}}")
                .everySplit();

        assertThat(result.upstreamHead().target().parameter("doc_as_upsert")).isEqualTo("true");
        assertThat(result.upstreamBody()).isEqualTo("{\"doc\":{\"baseIndex\":\"logs\",\"logs\":{\"a\":1}}}");
    }

    @Test
    void showsDocumentsAsTheyWereIndexed() {
        assertThat(acme("GET", "/logs/_source/1")
                        .upstream(200, "application/json", "{\"baseIndex\":\"logs\",\"logs\":{\"a\": 1.10}}")
                        .everySplit()
                        .body())
                .isEqualTo("{\"a\": 1.10}");
        assertThat(acme("GET", "/logs/_doc/1")
                        .upstream(200, "application/json", """
                                {"_index":"acme","_id":"logs:1","found":true,"_source":{"baseIndex":"logs","logs":{}}}""")
                        .everySplit()
                        .body())
                .isEqualTo("{\"_index\":\"logs\",\"_id\":\"1\",\"found\":true,\"_source\":{}}");
        assertThat(acme("POST", "/logs/_mget")
                        .body("{\"docs\":[{\"_id\":\"1\",\"_source\":[\"a\"]},{\"_index\":\"logs\",\"_id\":2}]}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(
                        "{\"docs\":[{\"_id\":\"logs:1\",\"_source\":[\"logs.a\"]},{\"_index\":\"acme\",\"_id\":\"logs:2\"}]}");
        assertThat(acme("POST", "/logs/_mget")
                        .body("{\"docs\":[{\"_index\":\"orders\",\"_id\":2}]}")
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"took":1,"deleted":7,"failures":[]}                        | {"acknowledged":true}
            200 | {"took":1,"deleted":7,"canceled":"by user request","failures":[]} | {"canceled":"by user request"}
            409 | {"took":1,"deleted":6,"failures":[{"index":"acme","id":"logs:1","status":409}]} | {"took":1,"deleted":6,"failures":[{"index":"logs","id":"1","status":409}]}
            404 | {"error":{"reason":"no such index [acme]"},"status":404}    | {"error":{"reason":"no such index [logs]"},"status":404}
            """)
    void deletesTheDocumentsOfAnIndexWhereThatIsConfigured(int status, String answer, String shown) {
        try (FilterHarness deleting = FilterHarness.of(
                new TenantFactory(), configuration("nested: { indices: [\"*\"], deletes: documents }"))) {
            HarnessResult result = deleting.request("DELETE", "/logs?timeout=1s")
                    .principal("acme")
                    .upstream(status, "application/json", answer)
                    .everySplit();

            assertThat(result.upstreamHead().method()).isEqualTo("POST");
            assertThat(result.upstreamHead().target().raw())
                    .isEqualTo("/acme/_delete_by_query?refresh=true&conflicts=proceed");
            assertThat(result.upstreamBody()).isEqualTo("""
                    {"query":{"bool":{"must":[{"match_all":{}}],"filter":[{"term":{"baseIndex":{"value":"logs"}}}]}}}""");
            assertThat(result.body()).isEqualTo(shown);
            assertThat(deleting.request("DELETE", "/lo*")
                            .principal("acme")
                            .send()
                            .status())
                    .isEqualTo(403);
        }
        assertThat(acme("DELETE", "/logs").send().status()).isEqualTo(403);
    }

    // A change by query finds only documents that have been refreshed.
    @Test
    void deletesDocumentsThatWereAcknowledgedJustBefore() {
        TestCluster cluster = answering("{\"_shards\":{\"failed\":0}}");
        try (FilterHarness deleting = deleting(cluster)) {
            assertThat(deleting.request("DELETE", "/logs")
                            .principal("acme")
                            .send()
                            .relayed())
                    .isTrue();
            assertThat(cluster.asked())
                    .extracting(RequestTarget::raw)
                    .containsExactly(
                            "/acme/_mapping?ignore_unavailable=true&allow_no_indices=true&filter_path=*.mappings.properties.baseIndex",
                            "/acme/_refresh?ignore_unavailable=true",
                            "/acme/_settings/index.replication.type?flat_settings=true&ignore_unavailable=true");

            cluster.silence();
            HarnessResult unsure =
                    deleting.request("DELETE", "/logs").principal("acme").send();
            assertThat(unsure.relayed()).isFalse();
            assertThat(unsure.status()).isEqualTo(503);
            assertThat(unsure.body()).contains("sluice_mapping_unfit").doesNotContain("acme");
        }
    }

    // A refresh returns before replicas have copied the files of their primary.
    @ParameterizedTest
    @CsvSource({"SEGMENT, &preference=_primary", "DOCUMENT, ''"})
    void deletesWhatPrimariesFindWhereReplicasCopyFiles(String replication, String preference) {
        TestCluster cluster = new TestCluster("primary").answering(target -> {
            if (target.raw().contains("_mapping")) {
                return "{}";
            }
            return target.raw().contains("_settings")
                    ? "{\"acme-000001\":{\"settings\":{\"index.replication.type\":\"" + replication + "\"}}}"
                    : "{\"_shards\":{\"failed\":0}}";
        });
        assertThat(deletion(cluster).upstreamHead().target().raw())
                .isEqualTo("/acme/_delete_by_query?refresh=true&conflicts=proceed" + preference);
    }

    @Test
    void deletesNothingWhereARefreshFailedOnSomeShards() {
        HarnessResult result = deletion(answering("{\"_shards\":{\"failed\":1}}"));

        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).contains("sluice_index_not_refreshed").doesNotContain("acme");
    }

    // Without the operator's mapping, `web` is a word of `web-archive`.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"acme\":{\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"text\"}}}}}",
                "{\"acme\":{\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"keyword\",\"normalizer\":\"n\"}}}}}",
                "{\"acme-1\":{\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"keyword\"}}}},\"acme-2\":{\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"text\"}}}}}",
                "{\"acme\":{}}",
                "{\"acme\":null}"
            })
    void changesNothingByQueryWhereNamesOfIndicesAreAnalysed(String mapping) {
        TestCluster cluster = new TestCluster("primary").answering(target -> mapping);

        for (String request : List.of("DELETE /web", "POST /web/_delete_by_query", "POST /web/_update_by_query")) {
            HarnessResult result = changed(cluster, request);
            assertThat(result.relayed()).isFalse();
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.body()).contains("sluice_mapping_unfit").doesNotContain("acme");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"acme\":{\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"keyword\",\"similarity\":\"boolean\"}}}}}",
                "{}"
            })
    void changesByQueryWhereNamesOfIndicesAreCompared(String mapping) {
        TestCluster cluster = new TestCluster("primary").answering(target -> mapping);

        assertThat(changed(cluster, "POST /web/_delete_by_query").relayed()).isTrue();
        assertThat(changed(cluster, "POST /web/_update_by_query")
                        .upstreamHead()
                        .target()
                        .raw())
                .startsWith("/acme/_update_by_query");
    }

    @Test
    void changesNothingByQueryWhereTheMappingCannotBeRead() {
        TestCluster cluster = new TestCluster("primary");
        cluster.silence();

        HarnessResult result = changed(cluster, "POST /web/_delete_by_query");
        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).contains("sluice_mapping_unfit");
    }

    private static HarnessResult changed(TestCluster cluster, String request) {
        String[] parts = request.split(" ");
        try (FilterHarness deleting = deleting(cluster)) {
            return deleting.request(parts[0], parts[1])
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body(parts[0].equals("POST") ? "{\"query\":{\"match_all\":{}}}" : "")
                    .send();
        }
    }

    private static TestCluster answering(String refreshed) {
        return new TestCluster("primary").answering(target -> target.raw().contains("_mapping") ? "{}" : refreshed);
    }

    private static FilterHarness deleting(TestCluster cluster) {
        return FilterHarness.of(
                new TenantFactory(),
                configuration("nested: { indices: [\"*\"], deletes: documents }"),
                new TestContext().reaching(cluster));
    }

    private static HarnessResult deletion(TestCluster cluster) {
        return changed(cluster, "DELETE /logs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            _source=a,b.*                            | "_source":{"includes":["INDEX.a","INDEX.b.*"],"excludes":[]}
            _source_includes=a&_source_excludes=a.b  | "_source":{"includes":["INDEX.a"],"excludes":["INDEX.a.b"]}
            _source=true&_source_excludes=a          | "_source":{"includes":[],"excludes":["INDEX.a"]}
            """)
    void showsOfEachUpdatedDocumentOfABulkTheFieldsThatTheUrlNames(String parameters, String shown) {
        HarnessResult result =
                acme("POST", "/logs/_bulk?" + parameters).body("""
                        {"update":{"_id":"1"}}
                        {"doc":{}}
                        {"update":{"_index":"orders","_id":"2"}}
                        {"doc":{}}
                        {"update":{"_id":"3","_source":false}}
                        {"doc":{}}
                        {"delete":{"_id":"4"}}
                        """).everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo("""
                {"update":{"_id":"logs:1",%s}}
                {"doc":{"baseIndex":"logs","logs":{}}}
                {"update":{"_index":"acme","_id":"orders:2",%s}}
                {"doc":{"baseIndex":"orders","orders":{}}}
                {"update":{"_id":"logs:3","_source":false}}
                {"doc":{"baseIndex":"logs","logs":{}}}
                {"delete":{"_id":"logs:4"}}
                """.formatted(shown.replace("INDEX", "logs"), shown.replace("INDEX", "orders")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"_source=false&_source_includes=a", "_source=true", "refresh=true"})
    void leavesToTheUrlOfABulkWhatNamesNoFields(String parameters) {
        HarnessResult result = acme("POST", "/logs/_bulk?" + parameters)
                .body("{\"update\":{\"_id\":\"1\"}}\n{\"doc\":{}}\n")
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/acme/_bulk?" + parameters);
        assertThat(result.upstreamBody()).startsWith("{\"update\":{\"_id\":\"logs:1\"}}\n");
    }

    @Test
    void rejectsUpdatesWhoseLinesNameFields() {
        HarnessResult result = acme("POST", "/logs/_bulk")
                .body("""
                        {"update":{"_id":"1","_source":"a"}}
                        {"doc":{}}
                        {"update":{"_id":"2","_source":{"includes":["a"]}}}
                        {"doc":{}}
                        {"delete":{"_id":"3"}}
                        """)
                .upstream(200, "application/json", """
                        {"took":1,"errors":false,"items":[{"delete":{"_index":"acme","_id":"logs:3","status":200}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{\"delete\":{\"_id\":\"logs:3\"}}\n");
        assertThat(result.body()).containsSubsequence("\"status\":403", "\"status\":403", "\"status\":200");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /_bulk?filter_path=items.*.error                          | logs, orders | 403
            /_bulk?filter_path=errors,items.*.error,items.*.status    | logs, orders | 200
            /_bulk?filter_path=items                                  | logs, orders | 200
            /_bulk?filter_path=items.*._index,-items.*.error          | logs, orders | 403
            /_bulk?filter_path=took,it*s.*.error                      | logs, orders | 403
            /_bulk?filter_path=**.error                               | logs, orders | 403
            /_bulk?filter_path=took,-items.index                      | logs, orders | 403
            /_bulk?filter_path=took,errors                            | logs, orders | 200
            /_bulk?filter_path=hits.total                             | logs, orders | 200
            /_bulk?filter_path=-took                                  | logs, orders | 200
            /_bulk?filter_path=                                       | logs, orders | 200
            /_bulk?filter_path=**._index,error.type                   | logs, orders | 200
            /_bulk?filter_path=items.*.error                          | logs, logs   | 200
            /_bulk                                                    | logs, orders | 200
            /_bulk?filter_path=items.update.get._source.n             | logs, logs   | 403
            /logs/_bulk?filter_path=items.*.status,items.*.get._source.n | logs, logs | 200
            /logs/_bulk?filter_path=items.*.status,items.*.get._source.n | logs, orders | 403
            /logs/_bulk?filter_path=items.update.get._source.n        | orders, orders | 403
            /logs/_bulk?filter_path=items.*._index,**.orders          | orders, orders | 403
            """)
    void takesItemsOfSeveralIndicesOnlyWhereTheAnswerHasThemAll(String target, String indices, int status) {
        HarnessResult result = acme("POST", target)
                .body(Stream.of(indices.split(", "))
                        .map(index -> "{\"delete\":{\"_index\":\"" + index + "\",\"_id\":\"1\"}}\n")
                        .collect(Collectors.joining()))
                .upstream(200, "application/json", "{\"errors\":false,\"items\":[]}")
                .everySplit();

        assertThat(result.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"items.*.error", "items.index.result"})
    void takesAnIndexOnALineForThatOfTheUrlIfItIsTheSame(String filter) {
        HarnessResult result = acme("POST", "/logs/_bulk?filter_path=" + filter)
                .body("{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"delete\":{\"_id\":\"2\"}}\n"
                        + "{\"delete\":{\"_index\":\"lo\\u0067s\",\"_id\":\"3\"}}\n")
                .upstream(200, "application/json", "{}")
                .everySplit();

        assertThat(result.status()).as(result.describe()).isEqualTo(200);
    }

    @Test
    void decidesAboutEachItemOfABulkByItsIndex() {
        HarnessResult result = acme("POST", "/logs/_bulk")
                .body("""
                        {"index":{"_id":"1"}}
                        {"a":1}
                        {"index":{"_index":"orders","_id":"1"}}
                        {"a":2}
                        {"update":{"_index":"orders","_id":"2"}}
                        {"doc":{"a":3}}
                        {"delete":{"_id":"4"}}
                        {"create":{"_index":"Bad","_id":"5"}}
                        {"a":4}
                        {"index":{"_index":"orders","_id":"6"}}
                        {"a":5}
                        """)
                .upstream(200, "application/json", """
                        {"took":1,"errors":true,"items":[{"index":{"_index":"acme","_id":"logs:1","status":201}},\
                        {"index":{"_index":"acme","_id":"orders:1","status":201}},\
                        {"update":{"_index":"acme","_id":"orders:2","status":404,"error":{"reason":"[orders:2]: document missing","index":"acme"}}},\
                        {"delete":{"_index":"acme","_id":"logs:4","status":200}},\
                        {"index":{"_index":"acme","_id":"orders:6","status":400,"error":{"reason":"failed to parse [orders.a]"}}}]}""")
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/acme/_bulk");
        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":{"_id":"logs:1"}}
                {"baseIndex":"logs","logs":{"a":1}}
                {"index":{"_index":"acme","_id":"orders:1"}}
                {"baseIndex":"orders","orders":{"a":2}}
                {"update":{"_index":"acme","_id":"orders:2"}}
                {"doc":{"baseIndex":"orders","orders":{"a":3}}}
                {"delete":{"_id":"logs:4"}}
                {"index":{"_index":"acme","_id":"orders:6"}}
                {"baseIndex":"orders","orders":{"a":5}}
                """);
        assertThat(result.body())
                .contains(
                        "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"status\":201}}",
                        "{\"index\":{\"_index\":\"orders\",\"_id\":\"1\",\"status\":201}}",
                        "{\"reason\":\"[2]: document missing\",\"index\":\"orders\"}",
                        "{\"delete\":{\"_index\":\"logs\",\"_id\":\"4\",\"status\":200}}",
                        "\"_index\":\"Bad\"",
                        "failed to parse [a]")
                .doesNotContain("acme");
    }
}
