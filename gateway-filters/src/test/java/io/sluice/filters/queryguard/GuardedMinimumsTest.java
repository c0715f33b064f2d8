package io.sluice.filters.queryguard;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many clauses must match, in words that a server reads in the square of their length: five searches kept all its threads for minutes. */
class GuardedMinimumsTest {

    private final FilterHarness guard = FilterHarness.of(QueryGuardFilter.class, "rules: [{amounts: {}}]");

    private HarnessResult search(String query, String minimum) {
        return guard.request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body("{\"query\":" + query.replace('\'', '"').replace("%", minimum) + "}")
                .everySplit();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'bool':{'minimum_should_match':'%'}}",
                "{'match':{'f':{'query':'a','minimum_should_match':'%'}}}",
                "{'match':{'f':{'minimum_should_match':'%','query':'a'}}}",
                "{'match_bool_prefix':{'f':{'query':'a','minimum_should_match':'%'}}}",
                "{'multi_match':{'query':'a','minimum_should_match':'%'}}",
                "{'combined_fields':{'query':'a','minimum_should_match':'%'}}",
                "{'query_string':{'query':'a','minimum_should_match':'%'}}",
                "{'simple_query_string':{'query':'a','minimum_should_match':'%'}}",
                "{'more_like_this':{'like':'a','minimum_should_match':'%'}}",
                "{'common':{'f':{'query':'a','minimum_should_match':'%'}}}",
                "{'common':{'f':{'query':'a','minimum_should_match':{'low_freq':'%'}}}}",
                "{'common':{'f':{'query':'a','minimum_should_match':{'high_freq':'%'}}}}",
                "{'dis_max':{'queries':[{'match':{'f':{'query':'a','minimum_should_match':'%'}}}]}}",
                "{'query_of_a_plugin':{'f':{'minimum_should_match':'%'}}}",
            })
    void areShort(String query) {
        assertThat(search(query, "2<75%").relayed()).isTrue();
        assertThat(search(query, "1" + " ".repeat(99)).relayed()).isTrue();

        HarnessResult refused = search(query, "1" + " ".repeat(100));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("query guard", "at most 100 characters");
    }
}
