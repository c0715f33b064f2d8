package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The aggregations of Elasticsearch 7 to 9 and OpenSearch 2 and 3 that take a script. */
class GuardedAggregationsTest {

    private static int status(String aggregation) {
        String body = "{\"aggs\":{\"a\":" + aggregation.replace('\'', '"') + "}}";
        return json(guard("{scripts: {}}"), "POST", "/logs/_search", body)
                .everySplit()
                .status();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "auto_date_histogram",
                "avg",
                "boxplot",
                "bucket_script",
                "bucket_selector",
                "cardinality",
                "counted_terms",
                "date_histogram",
                "date_range",
                "diversified_sampler",
                "extended_stats",
                "geo_bounds",
                "geo_centroid",
                "geo_distance",
                "geohash_grid",
                "geohex_grid",
                "geotile_grid",
                "histogram",
                "ip_range",
                "max",
                "median_absolute_deviation",
                "min",
                "missing",
                "moving_fn",
                "percentile_ranks",
                "percentiles",
                "range",
                "rare_terms",
                "rate",
                "significant_terms",
                "stats",
                "string_stats",
                "sum",
                "terms",
                "value_count",
                "variable_width_histogram"
            })
    void takeAScript(String type) {
        assertThat(status("{'" + type + "':{'field':'f','script':{'source':'1'}}}"))
                .isEqualTo(400);
        assertThat(status("{'" + type + "':{'field':'f','script':'1'}}")).isEqualTo(400);
        assertThat(status("{'" + type + "':{'field':'script'}}")).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'composite':{'sources':[{'s':{'terms':{'script':'1'}}}]}}",
                "{'composite':{'sources':[{'s':{'histogram':{'script':'1'}}}]}}",
                "{'composite':{'sources':[{'s':{'date_histogram':{'script':'1'}}}]}}",
                "{'multi_terms':{'terms':[{'field':'a'},{'script':'1'}]}}",
                "{'scripted_metric':{'combine_script':'1'}}",
                "{'significant_terms':{'field':'f','script_heuristic':{'script':'1'}}}",
                "{'significant_text':{'field':'f','script_heuristic':{'script':'1'}}}",
                "{'t_test':{'a':{'script':'1'},'b':{'field':'f'}}}",
                "{'t_test':{'a':{'field':'f','filter':{'script':{'script':'1'}}},'b':{'field':'f'}}}",
                "{'top_hits':{'sort':[{'_script':{'script':'1'}}]}}",
                "{'top_metrics':{'metrics':{'field':'f'},'sort':{'_script':{'script':'1'}}}}",
                "{'bucket_sort':{'sort':[{'_script':{'script':'1'}}]}}",
                "{'weighted_avg':{'value':{'script':'1'},'weight':{'field':'f'}}}",
                "{'weighted_avg':{'value':{'field':'f'},'weight':{'script':'1'}}}",
                "{'frequent_item_sets':{'fields':[{'field':'f'}],'filter':{'script':{'script':'1'}}}}",
                "{'missing':{'field':'f'},'aggs':{'b':{'missing':{'script':'1'}}}}"
            })
    void haveOneInside(String aggregation) {
        assertThat(status(aggregation)).isEqualTo(400);
    }

    /** With each level a server takes a multiple of the time. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "5 | 'sampler':{}",
                "5 | 'auto_date_histogram':{'field':'f'}",
                "5 | 'date_histogram':{'field':'f'}",
                "20 | 'terms':{'field':'f'}"
            })
    void standWithinFewOthers(int most, String type) {
        for (String outer : List.of("{" + type + ",'aggs':{'a':INNER}}", "{'aggregations':{'a':INNER}," + type + "}")) {
            assertThat(levels(most, outer, type)).isEqualTo(200);
            assertThat(levels(most + 1, outer, type)).isEqualTo(400);
        }
    }

    private static int levels(int levels, String outer, String type) {
        String all = "INNER";
        for (int i = 1; i < levels; i++) {
            all = all.replace("INNER", outer);
        }
        String aggregation = all.replace("INNER", "{" + type + "}").replace('\'', '"');
        return json(guard("{amounts: {}}"), "POST", "/logs/_search", "{\"aggs\":{\"a\":" + aggregation + "}}")
                .everySplit()
                .status();
    }
}
