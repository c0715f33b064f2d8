package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenant comes to its nested indices only while the index in which they lie is known to keep them apart. */
class NestedGateTest {

    private static final String GOOD = "{\"properties\":{\"baseIndex\":{\"type\":\"keyword\"}}}";
    private static final String BAD = "{\"properties\":{\"baseIndex\":{\"type\":\"text\"}}}";
    private static final String CLOSED = "\"type\":\"sluice_mapping_unfit\"";
    private static final Duration REFRESH = Duration.ofSeconds(30);
    private static final String NO_TEMPLATE = "{\"overlapping\":[]}";

    /** Index to mapping. */
    private final Map<String, String> indices = new LinkedHashMap<>();
    /** Answer to the question what an index would be like; empty if the gateway may not ask. */
    private String simulated = NO_TEMPLATE;

    private String legacy = "{}";
    private final TestCluster cluster = new TestCluster("primary")
            .answering(this::answer)
            .answeringRequests((method, target, body) -> simulated.isEmpty() ? response(403, "{}") : simulated(target));
    private final TestContext context = new TestContext();
    private final FilterHarness harness = FilterHarness.of(
            new TenantFactory(),
            "from: [{ principal: {} }]\n"
                    + "layouts: [{ indexPerTenant: { indices: [own], template: \"i-{tenant}.{index}\" } },"
                    + " { nested: { indices: [\"*\"], template: \"t-{tenant}\", deletes: documents } }]\n",
            context.reaching(cluster));

    private ClusterResponse simulated(RequestTarget target) {
        assertThat(target.raw()).isEqualTo("/_index_template/_simulate_index/t-acme");
        return response(200, simulated);
    }

    private static ClusterResponse response(int status, String body) {
        return new ClusterResponse(status, body.getBytes(StandardCharsets.UTF_8));
    }

    private @Nullable String answer(RequestTarget target) {
        String path = target.rawPath();
        if (path.endsWith("/_refresh")) {
            return "{\"_shards\":{\"failed\":0}}";
        }
        if (path.contains("/_settings")) {
            return "{}";
        }
        if (path.equals("/_template")) {
            return legacy;
        }
        String mapping = indices.get(path.substring(1));
        return mapping == null
                ? "{}"
                : "{\"" + path.substring(1) + "\":{\"mappings\":" + mapping
                        + ",\"settings\":{\"index\":{\"number_of_shards\":\"1\"}}}}";
    }

    private HarnessCall as(String tenant, String method, String target) {
        return harness.request(method, target).principal(tenant).header("Content-Type", "application/json");
    }

    private HarnessResult search() {
        return as("acme", "POST", "/web/_search").body("{}").send();
    }

    private HarnessResult write() {
        return as("acme", "PUT", "/web/_doc/1").body("{\"n\":1}").send();
    }

    @Test
    void letsATenantToAnIndexThatKeepsItsIndicesApart() {
        indices.put("t-acme", GOOD);

        assertThat(write().relayed()).isTrue();
        assertThat(search().relayed()).isTrue();
        assertThat(cluster.asked())
                .extracting(RequestTarget::raw)
                .containsExactly("/t-acme?expand_wildcards=all&ignore_unavailable=true&allow_no_indices=true");
    }

    // A name that is analysed is found in parts: DELETE /web took the documents of web-archive along.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE /web",
                "POST /web/_delete_by_query",
                "GET /web/_search",
                "GET /web/_doc/1",
                "PUT /web/_doc/1",
                "POST /web/_bulk",
                "POST /_bulk",
                "GET /web/_mapping",
                "PUT /web/_mapping",
                "GET /web,web-archive/_count"
            })
    void closesEveryWayToAnIndexThatDoesNot(String request) {
        indices.put("t-acme", BAD);
        String[] words = request.split(" ");
        String body = request.endsWith("/_bulk")
                ? "{\"index\":{\"_index\":\"web\",\"_id\":\"1\"}}\n{}\n"
                : request.startsWith("GET") ? "" : "{}";

        HarnessResult refused = as("acme", words[0], words[1]).body(body).send();

        assertThat(refused.relayed()).isFalse();
        assertThat(refused.body()).contains(CLOSED, "\"status\":503").doesNotContain("t-acme", "baseIndex");
        assertThat(context.meters().gauge("tenant_unfit_indices")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /_mget    | {"docs":[{"_index":"own","_id":"1"},{"_index":"web","_id":"1"}]}
            /_msearch | {"index":"own"}#{}#{"index":"web"}#{"size":1}#
            """)
    void closesTheWaysOnWhichPartsOfARequestComeToIt(String path, String body) {
        indices.put("t-acme", BAD);

        HarnessResult refused =
                as("acme", "POST", path).body(body.replace('#', '\n')).send();

        assertThat(refused.relayed()).isFalse();
        assertThat(refused.body()).contains(CLOSED);
    }

    @Test
    void leavesOtherTenantsAndLayoutsOpen() {
        indices.put("t-acme", BAD);
        indices.put("t-bolt", GOOD);

        assertThat(search().status()).isEqualTo(503);
        assertThat(as("bolt", "POST", "/web/_search").body("{}").send().relayed())
                .isTrue();
        assertThat(as("acme", "POST", "/own/_search").body("{}").send().relayed())
                .isTrue();
        assertThat(as("acme", "GET", "/").send().relayed()).isTrue();
    }

    @Test
    void refusesTheFirstDocumentWhereNoTemplateIsFit() {
        assertThat(write().body()).contains(CLOSED, "\"status\":503");
        assertThat(write().relayed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"template\":{\"settings\":{\"index\":{\"number_of_shards\":\"1\"}},\"mappings\":GOOD,\"aliases\":{}},\"overlapping\":[]}",
                "{\"template\":{\"mappings\":GOOD}}",
                "{\"template\":{\"settings\":{},\"mappings\":{\"_doc\":GOOD}}}"
            })
    void takesTheFirstDocumentWhereTheTemplateIsFit(String answer) {
        simulated = answer.replace("GOOD", GOOD);

        assertThat(write().relayed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"template\":{\"settings\":{},\"mappings\":BAD}}",
                "{\"template\":{\"settings\":{\"index\":{\"mapping\":{\"ignore_above\":\"9\"}}},\"mappings\":GOOD}}",
                "{\"template\":{\"settings\":{}}}",
                "{\"template\":[]}",
                "{\"template\":{\"mappings\":1}}",
                "no JSON",
                ""
            })
    void refusesTheFirstDocumentWhereItIsNotOrCannotBeRead(String answer) {
        simulated = answer.replace("GOOD", GOOD).replace("BAD", BAD);

        assertThat(write().body()).contains(CLOSED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":{"order":0,"index_patterns":["t-*"],"settings":{},"mappings":GOOD}}                                                            | true
            {"a":{"order":0,"index_patterns":["x-*","t-acme"],"mappings":GOOD},"b":{"order":1,"index_patterns":["*"],"mappings":{"dynamic":"true"}}} | true
            {"a":{"order":2,"index_patterns":["t-*"],"mappings":GOOD},"b":{"order":1,"index_patterns":["*"],"mappings":BAD}}                    | true
            {"a":{"order":1,"index_patterns":["t-*"],"mappings":GOOD},"b":{"order":2,"index_patterns":["*"],"mappings":BAD}}                    | false
            {"a":{"order":0,"index_patterns":["s-*"],"mappings":GOOD}}                                                                          | false
            {"a":{"order":0,"index_patterns":["t-*"],"mappings":GOOD,"settings":{"index":{"mapping":{"ignore_above":"9"}}}}}                    | false
            """)
    void readsLegacyTemplatesWhereNoOtherHasTheName(String templates, boolean taken) {
        legacy = templates.replace("GOOD", GOOD).replace("BAD", BAD);

        assertThat(write().relayed()).isEqualTo(taken);
    }

    @Test
    void readsNoLegacyTemplateWhereAnotherHasTheName() {
        simulated = "{\"template\":{\"settings\":{}}}";
        legacy = "{\"a\":{\"order\":0,\"index_patterns\":[\"t-*\"],\"mappings\":" + GOOD + "}}";

        assertThat(write().relayed()).isFalse();
    }

    @Test
    void letsTenantsReadWhereThereIsNoIndexYet() {
        assertThat(search().relayed()).isTrue();
    }

    @Test
    void takesTheFirstDocumentAsSoonAsTheIndexOrATemplateIsMade() {
        assertThat(write().relayed()).isFalse();

        indices.put("t-acme", GOOD);

        assertThat(write().relayed()).isTrue();
    }

    @Test
    void seesWhatChangesBetweenTwoLooks() {
        indices.put("t-acme", GOOD);
        assertThat(search().relayed()).isTrue();

        indices.put("t-acme", BAD);
        context.clock().advance(REFRESH);
        assertThat(search().relayed()).isFalse();

        indices.put("t-acme", GOOD);
        context.clock().advance(Duration.ofSeconds(1));
        assertThat(search().relayed()).isTrue();
    }

    @Test
    void deletesNothingByAFindingThatIsOld() {
        indices.put("t-acme", GOOD);
        assertThat(search().relayed()).isTrue();
        indices.put("t-acme", BAD);

        HarnessResult refused = as("acme", "DELETE", "/web").send();

        assertThat(refused.relayed()).isFalse();
        assertThat(refused.body()).contains(CLOSED);
    }

    @Test
    void keepsATenantOutUntilItsIndexWasRead() {
        cluster.silence();
        assertThat(search().body()).contains(CLOSED, "has not been read yet");
        assertThat(context.meters().count("tenant_mapping_failures")).isEqualTo(1);

        cluster.answering(this::answer);
        context.clock().advance(Duration.ofSeconds(1));
        assertThat(search().relayed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {GOOD, BAD})
    void keepsTheLastFindingWhereTheClusterCannotBeReadLater(String mapping) {
        indices.put("t-acme", mapping);
        int before = search().status();

        cluster.silence();
        context.clock().advance(REFRESH);

        assertThat(search().status()).isEqualTo(before);
        assertThat(context.meters().count("tenant_mapping_failures")).isEqualTo(1);
    }

    @Test
    void keepsATenantOutWhereNoThreadCanLook() {
        indices.put("t-acme", GOOD);
        context.refuseTasks(true);
        assertThat(search().status()).isEqualTo(503);

        context.refuseTasks(false);
        assertThat(search().relayed()).isTrue();
    }
}
