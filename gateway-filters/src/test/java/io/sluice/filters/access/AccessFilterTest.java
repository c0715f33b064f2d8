package io.sluice.filters.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessFilterTest {

    private static final String READ_ONLY = """
            rules:
              - deny: { paths: ["/secret/**", "/{index}/_close"] }
              - allow: { methods: [GET, HEAD] }
              - allow: { methods: [POST], paths: ["/{index}/_search", "/_search"] }
            otherwise: deny
            """;

    private static FilterHarness harness(String config) {
        return FilterHarness.of(AccessFilter.class, config);
    }

    @Test
    void letsTheFirstRuleThatMatchesDecide() {
        FilterHarness harness = harness(READ_ONLY);

        assertThat(harness.request("GET", "/logs/_doc/1").send().relayed()).isTrue();
        assertThat(harness.request("POST", "/logs/_search").send().relayed()).isTrue();
        assertThat(harness.request("GET", "/secret/_doc/1").send().status()).isEqualTo(403);
        assertThat(harness.request("POST", "/logs/_doc").send().status()).isEqualTo(403);
    }

    @Test
    void saysWhichRuleDecides() {
        FilterHarness harness = harness(READ_ONLY);

        assertThat(harness.request("GET", "/secret/_doc/1").explain())
                .isEqualTo("rules[0] decides, which is the first that matches: deny");
        assertThat(harness.request("GET", "/logs/_doc/1").explain())
                .isEqualTo("rules[1] decides, which is the first that matches: allow");
        assertThat(harness.request("POST", "/logs/_doc").explain()).isEqualTo("no rule matches, and otherwise is deny");
    }

    @Test
    void allowsWhatNoRuleNamesWhereThatIsSaid() {
        FilterHarness harness = harness("{rules: [{deny: {methods: [DELETE]}}], otherwise: allow}");

        assertThat(harness.request("PUT", "/logs").send().relayed()).isTrue();
        assertThat(harness.request("DELETE", "/logs").send().status()).isEqualTo(403);
    }

    @Test
    void deniesInElasticsearchsShapeAndCountsIt() {
        FilterHarness harness = harness("otherwise: deny");

        HarnessResult result = harness.request("GET", "/<script>").send();

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("\"type\":\"security_exception\"").contains("\"status\":403");
        assertThat(result.body()).doesNotContain("script");
        assertThat(harness.context().meters().count("denied_requests")).isEqualTo(1);
    }

    @Test
    void readsNoBodyOfWhatItDenies() {
        FilterHarness harness = harness(READ_ONLY);

        assertThat(harness.request("POST", "/_bulk")
                        .body("{broken")
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_foo/_close", "/_nodes/_close", "/_foo,secret/_close", "/_all,secret/_doc/1"})
    void refusesPathsWithAnEndpointWhereTheIndexStands(String target) {
        FilterHarness harness =
                harness("{rules: [{deny: {paths: ['/{index}/_close', '/secret/**']}}], otherwise: allow}");

        assertThat(harness.request("POST", target).send().status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/?index=secret",
                "/_close?index=logs",
                "/_doc/1?index=secret",
                "/_cat/indices?index=secret",
                "/_search?pretty&%69ndex=secret",
                "/_search?index=a&index=_b",
                "/_search?index=a/b",
                "/secret-not?id=_close",
                "/logs/_doc?id=1",
                "/logs/_alias?name=prod",
                "/_alias?index=logs&name=prod",
                "/_aliases?index=logs&name=prod",
                "/_ingest/pipeline?id=prod",
                "/_snapshot?repository=prod"
            })
    void refusesQueriesThatNameWhatARuleLooksForInThePath(String target) {
        FilterHarness harness = harness("""
                rules:
                  - deny: { paths: ["/{index}/_close", "/secret/**", "/_cat/indices/{index}", "/{index}/_doc/{id}"] }
                  - deny: { paths: ["/{index}/_alias/prod", "/{index}/_aliases/prod", "/_ingest/pipeline/{id}", "/_snapshot/{name}"] }
                otherwise: allow
                """);

        assertThat(harness.request("POST", target).send().status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/_search?index=logs", "/_search?index=", "/logs/_search?index=secret", "/logs/_doc?routing=1"})
    void letsQueriesNameWhatNoRuleLooksFor(String target) {
        FilterHarness harness = harness("{rules: [{deny: {paths: ['/secret/**', '/_close']}}], otherwise: allow}");

        assertThat(harness.request("POST", target).send().relayed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%73ecret/_doc/1",
                "/x/../secret/_doc/1",
                "/./secret/_doc/1",
                "/secret%2f_doc/1",
                "/%2573ecret/_doc/1",
                "/secre%74/_doc/1",
                "/a%00/_doc/1",
                "/%zz/_doc/1",
                "/%/_doc/1"
            })
    void refusesOtherSpellingsOfAPathThatIsDenied(String target) {
        assertThat(harness(READ_ONLY).request("GET", target).send().status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"//secret//_doc/1", "/secret/_doc/1/", "/secret?x=/public", "/secret"})
    void seesThroughEmptySegmentsAndQueries(String target) {
        assertThat(harness(READ_ONLY).request("GET", target).send().status()).isEqualTo(403);
    }

    @Test
    void decidesAboutVeryLongPaths() {
        String target = "/" + "a/".repeat(100_000) + "?" + "q".repeat(100_000);

        assertThat(harness(READ_ONLY).request("PUT", target).send().status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{rules: []}",
                "{otherwise: maybe}",
                "{otherwise: deny, rules: [{permit: {methods: [GET]}}]}",
                "{otherwise: deny, rules: [{allow: {}}]}",
                "{otherwise: deny, rules: [{allow: {methods: [GET]}, deny: {methods: [GET]}}]}",
                "{default: deny}"
            })
    void refusesRulesThatAreNotExplicit(String config) {
        assertThatThrownBy(() -> harness(config)).isInstanceOf(IllegalArgumentException.class);
    }
}
