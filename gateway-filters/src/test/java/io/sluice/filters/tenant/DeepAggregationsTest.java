package io.sluice.filters.tenant;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Aggregations within each other, for each level of which a server takes a multiple of the time, whatever the documents: 24 of {@code date_histogram}
 * kept Elasticsearch 7.17, 30 of {@code sampler} Elasticsearch and OpenSearch.
 */
class DeepAggregationsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" } | 5 | {'sampler':{}}",
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" } | 5 | {'diversified_sampler':{'field':'f'}}",
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" } | 5 | {'auto_date_histogram':{'field':'f'}}",
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" } | 20 | {'terms':{'field':'f'}}",
                "nested: { indices: [logs], template: \"t-{tenant}\" } | 5 | {'sampler':{}}",
                "nested: { indices: [logs], template: \"t-{tenant}\" } | 5 | {'date_histogram':{'field':'f'}}",
                "shared: { indices: [logs] } | 5 | {'date_histogram':{'field':'f'}}",
                "shared: { indices: [logs] } | 20 | {'histogram':{'field':'f'}}",
                "shared: { indices: [logs] } | 20 | {'filter':{'match_all':{}}}"
            })
    void areDenied(String layout, int most, String aggregation) {
        AcmeTest tenant = new AcmeTest(layout) {};
        for (boolean before : new boolean[] {true, false}) {
            tenant.assertRelayed("POST", "/logs/_search", within(most, aggregation, before));

            AcmeTest.assertDenied(search(tenant, within(most + 1, aggregation, before)));
        }
        tenant.stop();
    }

    /** What stands between two of them does not begin the count anew, and neither does a sibling. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "3 | {'aggs':{'x':{'aggs':INNER,'terms':{'field':'f'}}},'date_histogram':{'field':'f'}}",
                "3 | {'date_histogram':{'field':'f'},'aggs':{'x':{'missing':{'field':'f'},'aggs':INNER},'y':{'terms':{'field':'f'}}}}",
                "3 | {'auto_date_histogram':{'field':'f'},'aggs':{'y':{'max':{'field':'f'}},'x':{'filter':{'match_all':{}},'aggregations':INNER}}}"
            })
    void areCountedTogether(int around, String outer) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        String body = "INNER";
        for (int i = 0; i < around; i++) {
            body = body.replace("INNER", "{'a':" + outer + "}");
        }
        String search = "{'aggs':" + body + "}";
        String histogram = "{'auto_date_histogram':{'field':'f'}}";

        tenant.assertRelayed("POST", "/logs/_search", json(search, aggregations(2, histogram)));

        AcmeTest.assertDenied(search(tenant, json(search, aggregations(3, histogram))));
        tenant.stop();
    }

    private static HarnessResult search(AcmeTest tenant, String body) {
        return tenant.search(body).everySplit();
    }

    private static String json(String search, String inner) {
        return search.replace("INNER", inner).replace('\'', '"');
    }

    private static String within(int levels, String aggregation, boolean before) {
        return json("{'aggs':INNER}", before ? aggregations(levels, aggregation) : typesLast(levels, aggregation));
    }

    private static String aggregations(int levels, String aggregation) {
        String below = levels == 1 ? "}" : ",'aggs':" + aggregations(levels - 1, aggregation) + "}";
        return "{'a':" + aggregation.substring(0, aggregation.length() - 1) + below + "}";
    }

    private static String typesLast(int levels, String aggregation) {
        String below = levels == 1 ? "{" : "{'aggs':" + typesLast(levels - 1, aggregation) + ",";
        return "{'a':" + below + aggregation.substring(1) + "}";
    }
}
