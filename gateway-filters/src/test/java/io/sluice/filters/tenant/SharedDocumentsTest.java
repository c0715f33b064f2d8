package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SharedDocumentsTest extends AcmeTest {

    private static final String MARK = "\"tenant_id\":\"acme\"";

    SharedDocumentsTest() {
        super("shared: { indices: [logs, \"metrics-*\"] }");
    }

    @Test
    void putsTheMarkIntoDocumentsAndRestoresTheAnswer() {
        HarnessResult result = acme("PUT", "/logs/_doc/a%20b")
                .body("{\"a\" : 1.0}")
                .upstream(new Reply(
                        201,
                        Headers.of("Content-Type", "application/json")
                                .and("Location", "/logs/_doc/acme%3Aa+b?routing=x"),
                        "{\"_index\":\"logs\",\"_id\":\"acme:a b\",\"result\":\"created\"}"
                                .getBytes(StandardCharsets.UTF_8)))
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/logs/_doc/acme:a%20b");
        assertThat(result.upstreamBody()).isEqualTo("{\"a\" : 1.0," + MARK + "}");
        assertThat(result.body()).isEqualTo("{\"_index\":\"logs\",\"_id\":\"a b\",\"result\":\"created\"}");
        assertThat(result.headers().get("Location")).isEqualTo("/logs/_doc/a+b?routing=x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tenant_id\":\"bolt\",\"a\":7,\"b\":\"x\",\"c\":{\"d\":1}}",
                "{\"a\":7,\"tenant_id\":\"bolt\",\"b\":\"x\",\"c\":{\"d\":1}}",
                "{\"a\":7,\"b\":\"x\",\"tenant\\u005fid\":\"bolt\",\"c\":{\"d\":1}}",
                "{\"a\":7,\"b\":\"x\",\"c\":{\"d\":1},\"tenant_id.\":\"bolt\"}",
                "{\"a\":7,\"b\":\"x\",\"tenant_id\":{\"d\":1}}"
            })
    void refusesTheMarkInADocumentThatIsWrittenAsOthersOfItsBulk(String forged) {
        String action = "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n";
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            body.append(action).append("{\"a\":" + i + ",\"b\":\"" + i + "\",\"c\":{\"d\":1}}\n");
        }
        HarnessResult good = acme("POST", "/_bulk").body(body.toString()).everySplit();
        HarnessResult bad = acme("POST", "/_bulk")
                .body(body + action + forged + "\n" + body)
                .everySplit();

        assertThat(good.upstreamBody())
                .isEqualTo(body.toString()
                        .replace("\"1\"}}\n", "\"acme:1\"}}\n")
                        .replace("{\"d\":1}}", "{\"d\":1}," + MARK + "}"));
        assertThat(bad.status()).isEqualTo(403);
    }

    @Test
    void leavesTheMarkOutOfHitsThatAreWrittenAsThoseOfEarlierAnswers() {
        StringBuilder answer = new StringBuilder("{\"hits\":{\"hits\":[");
        for (int i = 0; i < 8; i++) {
            answer.append(i == 0 ? "" : ",")
                    .append("{\"_index\":\"logs\",\"_id\":\"acme:" + i + "\",\"_source\":{\"a\":" + i)
                    .append(",\"b\":\"x\"," + MARK + "}}");
        }
        String hits = answer.append("]}}").toString();
        String shown = hits.replace("acme:", "").replace("," + MARK, "");

        String first = answered(hits);
        String forged = answered(hits.replace("\"a\":5", "\"tenant_id\":5"));
        String escaped = answered(hits.replace("\"b\":\"x\"", "\"tenant\\u005fid\":\"x\""));
        String last = answered(hits);

        assertThat(first).isEqualTo(shown);
        assertThat(forged).isEqualTo(shown.replace("\"a\":5,", ""));
        assertThat(escaped).isEqualTo(shown.replace(",\"b\":\"x\"", ""));
        assertThat(last).isEqualTo(shown);
        assertThat(search("{}")
                        .upstream(200, "application/json", hits.replace("acme:5", "bolt:5"))
                        .send()
                        .status())
                .isEqualTo(502);
    }

    @Test
    void showsNothingOfWhatTheGatewayAddedInAnErrorThatQuotesTheRequest() {
        String quoted =
                "{\"error\":{\"type\":\"x_content_parse_exception\",\"reason\":\"Duplicate field 'aggs' at [Source: (byte[])"
                        + "\\\"{...sluice_one_by_one\\\":{...}\"},\"status\":400}";

        HarnessResult result =
                search("{}").upstream(400, "application/json", quoted).everySplit();

        assertThat(result.body())
                .doesNotContain("sluice_one_by_one")
                .contains("this concerns a field that is reserved for the gateway");
    }

    private String answered(String hits) {
        return search("{}").upstream(200, "application/json", hits).everySplit().body();
    }

    @Test
    void drawsIdsOfDocumentsThatHaveNone() {
        HarnessResult result =
                acme("POST", "/logs/_doc?refresh=true").body("{}").send();

        assertThat(result.upstreamHead().target().raw()).matches("/logs/_create/acme:[A-Za-z0-9_-]{20}\\?refresh=true");
        assertThat(result.upstreamHead().method()).isEqualTo("POST");
        assertThat(result.upstreamBody()).isEqualTo("{" + MARK + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tenant_id\":\"bolt\"}",
                "{\"a\":1,\"tenant_id\":\"acme\"}",
                "{\"tenant\\u005fid\":\"bolt\"}",
                "{\"tenant_id.\":\"bolt\"}",
                "{\"tenant_id...\":\"bolt\"}",
                "{\"tenant_id.x\":\"bolt\"}",
                "{\"tenant_id\":null}"
            })
    void refusesDocumentsWithAForgedMark(String document) {
        assertThat(acme("PUT", "/logs/_doc/1").body(document).everySplit().status())
                .isEqualTo(403);
        assertThat(acme("POST", "/logs/_update/1")
                        .body("{\"doc\":" + document + "}")
                        .everySplit()
                        .status())
                .isEqualTo(403);
        assertThat(acme("POST", "/logs/_update/1")
                        .body("{\"upsert\":" + document + "}")
                        .everySplit()
                        .status())
                .isEqualTo(403);
        assertThat(acme("POST", "/logs/_bulk")
                        .body("{\"index\":{\"_id\":1}}\n" + document + "\n")
                        .everySplit()
                        .status())
                .isEqualTo(403);
        assertThat(acme("POST", "/logs/_bulk")
                        .body("{\"update\":{\"_id\":1}}\n{\"doc\":" + document + "}\n")
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void leavesForgedMarksOutWhereThatIsConfigured() {
        try (FilterHarness lenient = FilterHarness.of(
                new TenantFactory(),
                configuration("shared: { indices: [logs], tenantField: owner, forged: overwrite }"))) {
            HarnessResult result = lenient.request("PUT", "/logs/_doc/1")
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body("{\"owner\":\"bolt\",\"a\":1,\"owner.\":2,\"tenant_id\":3,\"owner\":4}")
                    .everySplit();

            assertThat(result.upstreamBody()).isEqualTo("{\"a\":1,\"tenant_id\":3,\"owner\":\"acme\"}");
        }
    }

    @Test
    void putsTheMarkIntoUpdatesAndUpserts() {
        HarnessResult result = acme("POST", "/logs/_update/1")
                .body("{\"doc\":{\"a\":1},\"upsert\":{},\"doc_as_upsert\":false}")
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/logs/_update/acme:1");
        assertThat(result.upstreamBody())
                .isEqualTo("{\"doc\":{\"a\":1," + MARK + "},\"upsert\":{" + MARK + "},\"doc_as_upsert\":false}");
        assertThat(acme("POST", "/logs/_update/1")
                        .body("{\"script\":\"x\"}")
                        .send()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void putsTheMarkIntoDocumentsThatTheUrlMakesUpserts() {
        HarnessResult result = acme("POST", "/logs/_update/1?doc_as_upsert=true")
                .body("{\"doc\":{\"a\":1}}")
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/logs/_update/acme:1?doc_as_upsert=true");
        assertThat(result.upstreamBody()).isEqualTo("{\"doc\":{\"a\":1," + MARK + "}}");
        assertDenied(acme("POST", "/logs/_update/1?doc_as_upsert=true")
                .body("{\"doc\":{\"a\":1,\"tenant_id\":\"bolt\"}}")
                .everySplit());
    }

    @Test
    void scopesTheItemsOfBulks() {
        HarnessResult result = acme("POST", "/_bulk")
                .body("""
                        {"index":{"_index":"logs","_id":"1"}}
                        {"a":1}
                        {"create":{"_index":"metrics-1","_id":2,"routing":"r"}}
                        {}
                        {"delete":{"_index":"logs","_id":"bolt:3"}}
                        {"update":{"_index":"logs","_id":"4"}}
                        {"doc":{"a":1},"upsert":{}}
                        {"index":{"_index":"logs","_id":"5","pipeline":"p"}}
                        {}
                        {"index":{"_index":"vault","_id":"6"}}
                        {}
                        """)
                .upstream(200, "application/json", """
                        {"took":1,"errors":true,"items":[{"index":{"_index":"logs","_id":"acme:1","status":201}},\
                        {"create":{"_index":"metrics-1","_id":"acme:2","status":409,"error":{"type":"x",\
                        "reason":"[acme:2]: version conflict, document already exists (current version [1])"}}},\
                        {"delete":{"_index":"logs","_id":"acme:bolt:3","status":404}},{"update":{"_index":"logs","_id":"acme:4","status":200}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":{"_index":"logs","_id":"acme:1"}}
                {"a":1,"tenant_id":"acme"}
                {"create":{"_index":"metrics-1","_id":"acme:2","routing":"r"}}
                {"tenant_id":"acme"}
                {"delete":{"_index":"logs","_id":"acme:bolt:3"}}
                {"update":{"_index":"logs","_id":"acme:4"}}
                {"doc":{"a":1,"tenant_id":"acme"},"upsert":{"tenant_id":"acme"}}
                """);
        assertThat(result.body())
                .doesNotContain("acme")
                .contains("\"_id\":\"1\"", "\"_id\":\"2\"", "\"_id\":\"bolt:3\"", "\"_id\":\"4\"")
                .contains("[2]: version conflict")
                .contains("\"status\":403");
    }

    @Test
    void drawsIdsOfBulkItemsThatHaveNone() {
        String sent = acme("POST", "/logs/_bulk")
                .body("{\"index\":{}}\n{\"a\":1}\n{\"create\":{\"_id\":null}}\n{}\n{\"index\":{\"_id\":\"7\"}}\n{}\n")
                .send()
                .upstreamBody();

        assertThat(sent.replaceAll("acme:[A-Za-z0-9_-]{20}", "DRAWN")).isEqualTo("""
                {"index":{"_id":"DRAWN"}}
                {"a":1,"tenant_id":"acme"}
                {"create":{"_id":"DRAWN"}}
                {"tenant_id":"acme"}
                {"index":{"_id":"acme:7"}}
                {"tenant_id":"acme"}
                """);
        assertThat(sent.lines().distinct().count()).isEqualTo(6 - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"update\":{\"_id\":\"1\"}}\n{\"script\":\"ctx._source.tenant_id='bolt'\"}\n",
                "{\"delete\":{\"_id\":\"\"}}\n"
            })
    void refusesBulksThatReachOut(String body) {
        assertThat(acme("POST", "/logs/_bulk").body(body).everySplit().status()).isBetween(400, 403);
    }

    // As servers do, which refuse the bulk for a deletion without one.
    @Test
    void rejectsADocumentWithAnEmptyIdAlone() {
        HarnessResult result = acme("POST", "/logs/_bulk")
                .body("{\"index\":{\"_id\":\"\"}}\n{}\n{\"delete\":{\"_id\":\"1\"}}\n")
                .upstream(200, "application/json", """
                        {"took":1,"errors":false,"items":[{"delete":{"_index":"logs","_id":"acme:1","status":200}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{\"delete\":{\"_id\":\"acme:1\"}}\n");
        assertThat(result.body())
                .contains("if _id is specified it must not be empty")
                .contains("\"_id\":\"1\"");
    }

    @Test
    void scopesDocumentsToGet() {
        HarnessResult result = acme("POST", "/logs/_mget")
                .body("{\"docs\":[{\"_id\":1},{\"_id\":\"bolt:2\",\"_index\":\"metrics-1\"}],\"ids\":[\"3\"]}")
                .upstream(200, "application/json", """
                        {"docs":[{"_index":"logs","_id":"acme:1","found":true,"_source":{"tenant_id":"acme","a":1}},\
                        {"_index":"metrics-1","_id":"acme:bolt:2","found":false}]}""")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo(
                        "{\"docs\":[{\"_id\":\"acme:1\"},{\"_id\":\"acme:bolt:2\",\"_index\":\"metrics-1\"}],\"ids\":[\"acme:3\"]}");
        assertThat(result.body()).isEqualTo("""
                {"docs":[{"_index":"logs","_id":"1","found":true,"_source":{"a":1}},\
                {"_index":"metrics-1","_id":"bolt:2","found":false}]}""");
    }

    // A server answers 400; an id that no document has would make a negated query match all.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"term\":{\"_id\":null}}",
                "{\"term\":{\"_id\":\"\"}}",
                "{\"term\":{\"_id\":{\"value\":null}}}",
                "{\"terms\":{\"_id\":[\"\",null]}}",
                "{\"ids\":{\"values\":[\"\"]}}",
                "{\"ids\":{\"values\":[null]}}",
                "{\"ids\":{\"values\":false}}",
                "{\"ids\":{\"values\":0}}",
                "{\"term\":{\"_index\":null}}",
            })
    void leavesToTheServerToRefuseWhatIsNoId(String query) {
        String body = "{\"query\":{\"bool\":{\"must_not\":[" + query + "]}}}";
        for (String layout : List.of("shared: { indices: [logs] }", "nested: { indices: [\"*\"] }")) {
            try (FilterHarness filter = FilterHarness.of(new TenantFactory(), configuration(layout))) {
                String sent = filter.request("POST", "/logs/_delete_by_query")
                        .principal("acme")
                        .header("Content-Type", "application/json")
                        .body(body)
                        .everySplit()
                        .upstreamBody();
                assertThat(sent).doesNotContain("acme:\"", "acme:null", "acme:0", "acme:false", "logs:\"", "logs:null");
                assertThat(sent).contains(layout.startsWith("nested") ? query.replace("_index", "baseIndex") : query);
            }
        }
    }

    @Test
    void drawsAnIdWhereADocumentIsToBeIndexed() {
        HarnessResult indexed =
                acme("POST", "/logs/_doc?op_type=index&refresh=true").body("{}").send();
        HarnessResult odd = acme("POST", "/logs/_doc?op_type=update").body("{}").send();

        assertThat(indexed.upstreamHead().target().raw())
                .matches("/logs/_create/acme:[A-Za-z0-9_-]{20}\\?refresh=true");
        assertThat(odd.upstreamHead().target().raw()).endsWith("?op_type=update");
    }

    // Servers read a list as an empty object: without the tenant's query all documents of the index would be changed.
    @ParameterizedTest
    @ValueSource(strings = {"[]", " [ ]", "\n[]", "[{}]", "[[]]", "[{\"query\":{\"match_all\":{}}}]"})
    void refusesAListInPlaceOfABody(String body) {
        for (String layout : List.of(
                "shared: { indices: [logs] }",
                "shared: { indices: [logs], routing: tenant }",
                "nested: { indices: [\"*\"] }",
                "indexPerTenant: { indices: [\"*\"] }")) {
            try (FilterHarness filter = FilterHarness.of(new TenantFactory(), configuration(layout))) {
                for (String target : List.of(
                        "/logs/_update_by_query",
                        "/logs/_update_by_query?conflicts=proceed&q=a:b",
                        "/logs/_delete_by_query",
                        "/logs/_search",
                        "/logs/_count",
                        "/logs/_validate/query",
                        "/logs/_mget",
                        "/logs/_update/1",
                        "/_reindex",
                        "/logs/_field_caps?fields=a")) {
                    HarnessResult result = filter.request("POST", target)
                            .principal("acme")
                            .header("Content-Type", "application/json")
                            .body(body)
                            .send();
                    assertThat(result.relayed()).as(layout + " " + target).isFalse();
                    assertThat(result.status()).isBetween(400, 403);
                }
            }
        }
    }
}
