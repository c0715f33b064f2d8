package io.sluice.filters.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.filters.answer.AnswerFilter_Factory;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The predicate through the filter that does nothing but show it. */
class ConditionTest {

    private static final int MATCHED = 299;

    private static FilterHarness when(String condition) {
        return FilterHarness.of(new AnswerFilter_Factory(), "{status: " + MATCHED + ", when: " + condition + "}");
    }

    private static boolean matches(HarnessCall call) {
        return call.send().status() == MATCHED;
    }

    @Test
    void matchesAnyOfTheMethodsAndAnyOfThePaths() {
        FilterHarness harness = when("{methods: [GET, HEAD], paths: ['/{index}/_search', /_cluster/**]}");

        assertThat(matches(harness.request("GET", "/logs/_search?q=x"))).isTrue();
        assertThat(matches(harness.request("HEAD", "/_cluster/health/logs"))).isTrue();
        assertThat(matches(harness.request("POST", "/logs/_search"))).isFalse();
        assertThat(matches(harness.request("GET", "/_search"))).isFalse();
    }

    @Test
    void matchesTheTenantThatAFilterBeforeHasNamed() {
        FilterHarness harness = when("{tenants: [acme, 'test-*']}");

        assertThat(matches(harness.request("GET", "/").fact(ExchangeKey.TENANT, "test-1")))
                .isTrue();
        assertThat(matches(harness.request("GET", "/").fact(ExchangeKey.TENANT, "acme2")))
                .isFalse();
        assertThat(matches(harness.request("GET", "/"))).isFalse();
        assertThatThrownBy(() -> when("{tenants: ['']}")).hasMessageContaining("empty name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "methods: []",
                "paths: []",
                "headers: []",
                "headers: [{name: X-Team, values: []}]",
                "clients: []",
                "principals: []",
                "claims: {}",
                "tenants: []",
                "all: []",
                "any: []",
                "none: []",
            })
    void refusesAKeyWithoutAnEntry(String key) {
        String others = key.startsWith("methods") ? "tenants: [acme]" : "methods: [GET]";

        assertThatThrownBy(() -> when("{" + others + ", " + key + "}")).hasMessageContaining("must not be empty");
    }

    @Test
    void doesNotTakeAnEndpointForAnIndex() {
        FilterHarness harness = when("{paths: ['/{index}/{id}']}");

        assertThat(matches(harness.request("GET", "/logs/1"))).isTrue();
        assertThat(matches(harness.request("GET", "/_cat/indices"))).isFalse();
    }

    @Test
    void matchesAnyValueOfARepeatedHeader() {
        FilterHarness harness = when("{headers: [{name: x-team, values: [search, 'ops-*']}]}");

        assertThat(matches(harness.request("GET", "/").header("X-Team", "ops-eu")))
                .isTrue();
        assertThat(matches(harness.request("GET", "/").header("X-Team", "no").header("X-Team", "search")))
                .isTrue();
        assertThat(matches(harness.request("GET", "/").header("X-Team", "searching")))
                .isFalse();
        assertThat(matches(harness.request("GET", "/"))).isFalse();
    }

    @Test
    void matchesAHeaderThatNeedOnlyBeThere() {
        FilterHarness harness = when("{headers: [{name: X-Debug}]}");

        assertThat(matches(harness.request("GET", "/").header("x-debug", ""))).isTrue();
        assertThat(matches(harness.request("GET", "/"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"10.1.2.3,true", "11.0.0.1,false", "fd00::1,true", "fe80::1,false", "::ffff:10.9.9.9,true"})
    void matchesClientAddressesOfBothFamilies(String client, boolean expected) {
        FilterHarness harness = when("{clients: [10.0.0.0/8, 'fd00::/8']}");

        assertThat(matches(harness.request("GET", "/").client(client))).isEqualTo(expected);
    }

    @Test
    void matchesNoUserWhereNobodyIsAuthenticated() {
        FilterHarness harness = when("{principals: ['*']}");

        assertThat(matches(harness.request("GET", "/").principal("alice"))).isTrue();
        assertThat(matches(harness.request("GET", "/"))).isFalse();
    }

    @Test
    void comparesUserNamesWithCase() {
        FilterHarness harness = when("{principals: ['svc-*', alice]}");

        assertThat(matches(harness.request("GET", "/").principal("svc-1"))).isTrue();
        assertThat(matches(harness.request("GET", "/").principal("Alice"))).isFalse();
    }

    @Test
    void matchesOneValueOfOneClaim() {
        FilterHarness harness = when("{claims: {roles: [admin, 'ops-*'], level: ['3']}}");

        assertThat(matches(as(harness, Map.of("roles", List.of("reader", "ops-1")))))
                .isTrue();
        assertThat(matches(as(harness, Map.of("roles", List.of("reader"), "level", List.of("3")))))
                .isTrue();
        assertThat(matches(as(harness, Map.of("roles", List.of("reader", "ADMIN"), "level", List.of("admin")))))
                .isFalse();
        assertThat(matches(as(harness, Map.of()))).isFalse();
        assertThat(matches(harness.request("GET", "/"))).isFalse();
    }

    private static HarnessCall as(FilterHarness harness, Map<String, List<String>> claims) {
        return harness.request("GET", "/").fact(ExchangeKey.PRINCIPAL, new Principal("admin", "jwt", claims));
    }

    @Test
    void combinesAllAnyAndNone() {
        FilterHarness harness = when("{all: [{methods: [GET]}], any: [{clients: [10.0.0.0/8]}, {principals: [root]}],"
                + " none: [{paths: [/secret/**]}, {headers: [{name: X-No}]}]}");

        assertThat(matches(harness.request("GET", "/").client("10.0.0.1"))).isTrue();
        assertThat(matches(harness.request("GET", "/").principal("root"))).isTrue();
        assertThat(matches(harness.request("GET", "/"))).isFalse();
        assertThat(matches(harness.request("PUT", "/").principal("root"))).isFalse();
        assertThat(matches(harness.request("GET", "/secret/1").principal("root")))
                .isFalse();
        assertThat(matches(harness.request("GET", "/").principal("root").header("X-No", "1")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%6cogs/_search", "/logs/%5fsearch", "/a/../logs/_search", "/logs%2F_search", "/logs\\x"})
    void refusesPathsThatTheServerMightReadDifferently(String target) {
        FilterHarness harness = when("{none: [{all: [{paths: ['/logs/_search']}]}]}");

        assertThat(harness.request("GET", target).send().status()).isEqualTo(400);
    }

    @Test
    void leavesOddPathsAloneWhereNoPathDecides() {
        FilterHarness harness = when("{methods: [DELETE]}");

        assertThat(harness.request("GET", "/%6cogs").send().relayed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{methods: []}",
                "{any: [{}]}",
                "{methods: [get]}",
                "{methods: ['GET /']}",
                "{paths: [logs]}",
                "{paths: ['/a{b}']}",
                "{clients: [localhost]}",
                "{clients: [10.0.0.0/33]}",
                "{headers: [{name: 'X Y'}]}",
                "{headers: [{values: [a]}]}",
                "{principals: ['']}",
                "{claims: {}}",
                "{claims: {roles: []}}",
                "{user: [alice]}"
            })
    void refusesConditionsThatCannotBeMeant(String condition) {
        assertThatThrownBy(() -> when(condition)).isInstanceOf(IllegalArgumentException.class);
    }
}
