package io.sluice.filters.routeto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteToFilterTest {

    private static FilterHarness harness(String config) {
        return FilterHarness.of(RouteToFilter.class, config);
    }

    @Test
    void choosesTheClusterOfTheFirstRuleThatMatches() {
        FilterHarness harness = harness("""
                rules:
                  - { cluster: secondary, when: { paths: ["/archive/**"] } }
                  - { cluster: primary, when: { methods: [GET] } }
                """);

        assertThat(harness.request("GET", "/archive/_search").send().target()).isEqualTo("secondary");
        assertThat(harness.request("GET", "/logs/_search").send().target()).isEqualTo("primary");
    }

    @Test
    void leavesTheFlowsClusterWhereNoRuleMatches() {
        FilterHarness harness = harness("rules: [{cluster: secondary, when: {methods: [DELETE]}}]");

        assertThat(harness.request("GET", "/").send().target()).isNull();
    }

    @Test
    void passesBodiesOnUnseen() {
        FilterHarness harness = harness("rules: [{cluster: secondary, when: {methods: [POST]}}]");

        assertThat(harness.request("POST", "/x").body("{ not json").everySplit().upstreamBody())
                .isEqualTo("{ not json");
    }

    @Test
    void refusesAPathThatCouldBeReadAsAnotherClusters() {
        FilterHarness harness = harness("rules: [{cluster: secondary, when: {paths: [/archive/**]}}]");

        assertThat(harness.request("GET", "/%61rchive/x").send().status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{rules: []}",
                "{rules: [{cluster: secondary}]}",
                "{rules: [{cluster: '', when: {methods: [GET]}}]}",
                "{rules: [{when: {methods: [GET]}}]}"
            })
    void refusesIncompleteRules(String config) {
        assertThatThrownBy(() -> harness(config)).isInstanceOf(IllegalArgumentException.class);
    }
}
