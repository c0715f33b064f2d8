package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds of a search hold for each search of an {@code _msearch}; all of them together may have many times as much. */
class ManySearchesTest extends AcmeTest {

    ManySearchesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    private HarnessResult searches(String search, int number) {
        return acme("POST", "/logs/_msearch")
                .body(("{}\n" + search + "\n").repeat(number))
                .send();
    }

    private static String aggregations(int number, String name) {
        return IntStream.range(0, number)
                .mapToObj(i -> "\"" + name + i + "\":{\"max\":{\"field\":\"a\"}}")
                .collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sort\":[{\"a\":\"desc\"}]}",
                "{\"sort\":[\"a\"]}",
                "{\"highlight\":{\"fields\":{\"a\":{},\"b\":{},\"c\":{}}}}",
                "{\"indices_boost\":[{\"a\":1},{\"b\":2}]}",
                "{\"suggest\":{\"s\":{\"text\":\"a\",\"term\":{\"field\":\"f\"}}}}",
                "{\"aggs\":{\"a\":{\"meta\":{\"a\":1},\"max\":{\"field\":\"a\"}},\"b\":{\"max\":{\"field\":\"a\"}}}}",
                "{\"aggs\":{\"a\":{\"filters\":{\"filters\":{\"a\":{\"match_all\":{}},\"b\":{\"match_all\":{}}}}}}}"
            })
    void areSentWhereEachIsSmall(String search) {
        assertThat(searches(search, 1000).relayed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"aggs\":{\"a\":{\"top_hits\":{\"sort\":[LIST]}}}} | \"a#\" | 50 | 200",
                "{\"aggs\":{\"a\":{\"top_hits\":{\"sort\":[LIST]}}}} | {\"a#\":\"asc\"} | 50 | 200",
                "{\"highlight\":{\"fields\":{LIST}}} | \"a#\":{} | 250 | 100",
                "{\"indices_boost\":{LIST}} | \"a#\":1 | 1000 | 10",
                "{\"aggs\":{LIST}} | \"a#\":{\"max\":{\"field\":\"a\"}} | 1000 | 10"
            })
    void areDeniedWhereOneIsLargeOrAllTogether(String search, String element, int most, int searches) {
        assertDenied(searches(list(search, element, most + 1), 1));
        assertDenied(searches(list(search, element, most), searches + 1));
        assertThat(searches(list(search, element, most), searches).relayed()).isTrue();
    }

    @Test
    void haveTheKeysOfAllTheirSortsCounted() {
        String hits = "\"top_hits\":{\"sort\":[\"a\"]}";
        String body = "{\"sort\":[\"a\"],\"aggs\":{LIST}}";

        assertDenied(searches(list(body, "\"a#\":{" + hits + "}", 51), 1));
        assertThat(searches(list(body, "\"a#\":{" + hits + "}", 50), 1).relayed())
                .isTrue();
    }

    @Test
    void haveTheirOutermostAggregationsCountedWithThoseBelow() {
        String body = "{\"aggs\":{" + aggregations(500, "o") + ",\"t\":{\"terms\":{\"field\":\"a\"},\"aggs\":{";

        assertDenied(searches(body + aggregations(500, "i") + "}}}}", 1));
        assertThat(searches(body + aggregations(499, "i") + "}}}}", 1).relayed())
                .isTrue();
    }

    /** Each layout has a grammar of its own, and so have searches that read a point in time. */
    @Test
    void areCountedTogetherInAllLayouts() {
        String layouts = "{ indexPerTenant: { indices: [logs] } }, { nested: { indices: [\"*\"] } }";
        String search = list("{\"aggs\":{\"a\":{\"top_hits\":{\"sort\":[LIST]}}}}\n", "\"a#\"", 50);
        String logs = "{\"index\":\"logs\"}\n" + search;
        String other = "{\"index\":\"other\"}\n" + search;

        try (FilterHarness mixed =
                FilterHarness.of(new TenantFactory(), "from: [{ principal: {} }]\nlayouts: [" + layouts + "]\n")) {
            HarnessCall call =
                    mixed.request("POST", "/_msearch").principal("acme").header("Content-Type", "application/json");

            assertDenied(call.body(logs.repeat(101) + other.repeat(100)).send());
            assertThat(call.body(logs.repeat(100) + other.repeat(100)).send().relayed())
                    .isTrue();
        }
    }

    @Test
    void haveAHundredGroupsOfStatisticsTogether() {
        assertThat(searches("{\"stats\":[\"a\",\"b\"]}", 50).relayed()).isTrue();
        assertThat(searches("{\"stats\":[\"a\",\"b\"]}", 51).relayed()).isFalse();
    }
}
