package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that are called as what names indices: allowed where no server looks up another index, denied everywhere else. */
class AuthorizeFieldsTest extends AuthorizeTest {

    private static final String LOOKUP = "{\"index\":\"secret-1\",\"id\":\"1\",\"path\":\"u\"}";

    private HarnessResult search(String body) {
        return json(harness(READ_LOGS), "POST", "/logs-1/_search", body.replace("@", LOOKUP))
                .everySplit();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sort\":{\"_index\":\"desc\"}}",
                "{\"sort\":{\"index\":\"asc\"}}",
                "{\"sort\":[{\"index\":\"asc\"},{\"_index\":{\"order\":\"desc\"}},\"index\"]}",
                "{\"_source\":[\"index\"],\"fields\":[\"index\",{\"field\":\"_index\"}],\"docvalue_fields\":[{\"field\":\"index\"}]}",
                "{\"_source\":{\"includes\":[\"index\"],\"excludes\":[\"_index\"]},\"stored_fields\":\"index\"}",
                "{\"query\":{\"term\":{\"index\":\"x\"}}}",
                "{\"query\":{\"match\":{\"_index\":\"secret-1\"}}}",
                "{\"query\":{\"terms\":{\"index\":[\"a\",\"b\"]}}}",
                "{\"query\":{\"term\":{\"index\":{\"value\":\"x\"}}}}",
                "{\"query\":{\"bool\":{\"filter\":[{\"term\":{\"index\":\"x\"}}],\"must_not\":{\"terms\":{\"_index\":[\"a\"]}}}}}",
                "{\"query\":{\"bool\":{\"must\":{\"bool\":{\"should\":[{\"prefix\":{\"index\":\"x\"}}]}}}}}",
                "{\"query\":{\"constant_score\":{\"filter\":{\"wildcard\":{\"index\":\"x*\"}}}}}",
                "{\"post_filter\":{\"term\":{\"index\":\"x\"}}}",
                "{\"aggs\":{\"index\":{\"terms\":{\"field\":\"index\",\"order\":{\"index\":\"asc\"}}}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"_index\",\"order\":[{\"_index\":\"asc\"}]}}}}",
                "{\"aggregations\":{\"a\":{\"composite\":{\"sources\":[{\"index\":{\"terms\":{\"field\":\"x\"}}}],\"after\":{\"index\":\"b\"}}}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"x\"},\"aggs\":{\"b\":{\"top_hits\":{\"sort\":[{\"index\":\"asc\"}]}}}}}}",
                "{\"aggs\":{\"a\":{\"filter\":{\"term\":{\"index\":\"x\"}},\"meta\":{\"index\":\"y\"}}}}",
                "{\"query\":{\"percolate\":{\"field\":\"q\",\"document\":{\"template\":{\"a\":{\"wrapper\":{\"index\":\"x\"}}}}}}}",
                "{\"query\":{\"percolate\":{\"field\":\"q\",\"documents\":[{\"wrapper\":{\"query\":\"x\"}}]}}}",
                "{\"query\":{\"term\":{\"template\":{\"value\":\"x\"}}},\"sort\":[{\"wrapper\":{\"order\":\"asc\"}}]}",
                "{\"aggs\":{\"a\":{\"bucket_script\":{\"buckets_path\":{\"index\":\"b\"},\"script\":\"1\"}}}}",
                "{\"query\":{\"term\":{\"agentic\":{\"value\":\"x\"}}},\"search_pipeline\":\"mine\"}",
                "{\"aggs\":{\"search_pipeline\":{\"terms\":{\"field\":\"x\"}}}}",
                "{\"aggs\":{\"template\":{\"terms\":{\"field\":\"x\"},\"aggs\":{\"wrapper\":{\"max\":{\"field\":\"y\"}}}}}}",
                "{\"suggest\":{\"agentic\":{\"text\":\"x\",\"term\":{\"field\":\"f\"}}}}",
            })
    void allowsFieldsThatAreCalledAsIndices(String body) {
        HarnessResult result = search(body);

        assertThat(result.relayed()).as(result.describe()).isTrue();
        assertThat(result.upstreamBody()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"terms\":{\"u\":@}}}",
                "{\"query\":{\"terms\":{\"index\":@}}}",
                "{\"query\":{\"terms\":{\"_index\":@}}}",
                "{\"query\":{\"terms\":{\"match\":@}}}",
                "{\"query\":{\"terms\":{\"term\":@}}}",
                "{\"query\":{\"terms\":{\"sort\":@}}}",
                "{\"query\":{\"terms\":{\"order\":@}}}",
                "{\"query\":{\"bool\":{\"filter\":{\"terms\":{\"term\":@}}}}}",
                "{\"query\":{\"bool\":{\"must\":[{\"bool\":{\"should\":[{\"terms\":{\"prefix\":@}}]}}]}}}",
                "{\"query\":{\"constant_score\":{\"filter\":{\"terms\":{\"term\":@}}}}}",
                "{\"query\":{\"nested\":{\"path\":\"p\",\"query\":{\"terms\":{\"term\":@}}}}}",
                "{\"query\":{\"function_score\":{\"query\":{\"terms\":{\"match\":@}}}}}",
                "{\"query\":{\"percolate\":{\"field\":\"q\",\"index\":\"secret-1\",\"id\":\"1\"}}}",
                "{\"query\":{\"more_like_this\":{\"like\":{\"_index\":\"secret-1\",\"_id\":\"1\"}}}}",
                "{\"query\":{\"geo_shape\":{\"term\":{\"indexed_shape\":{\"index\":\"secret-1\",\"id\":\"1\"}}}}}",
                "{\"query\":{\"geo_shape\":{\"indexed_shape\":{\"index\":\"secret-1\",\"id\":\"1\"}}}}",
                "{\"sort\":[{\"f\":{\"nested\":{\"path\":\"p\",\"filter\":{\"terms\":{\"term\":@}}}}}]}",
                "{\"sort\":{\"sort\":{\"nested_filter\":{\"terms\":{\"u\":@}}}}}",
                "{\"post_filter\":{\"terms\":{\"u\":@}}}",
                "{\"aggs\":{\"a\":{\"filter\":{\"terms\":{\"order\":@}}}}}",
                "{\"aggs\":{\"a\":{\"filters\":{\"filters\":{\"order\":{\"terms\":{\"sort\":@}}}}}}}",
                "{\"aggs\":{\"a\":{\"filters\":{\"filters\":[{\"terms\":{\"order\":@}}]}}}}",
                "{\"aggs\":{\"aggs\":{\"filter\":{\"terms\":{\"after\":@}}}}}",
                "{\"aggs\":{\"meta\":{\"filter\":{\"terms\":{\"u\":@}}}}}",
                "{\"aggs\":{\"a\":{\"aggs\":{\"meta\":{\"filter\":{\"terms\":{\"u\":@}}}}}}}",
                "{\"aggs\":{\"a\":{\"significant_terms\":{\"field\":\"f\",\"background_filter\":{\"terms\":{\"u\":@}}}}}}",
                "{\"aggs\":{\"a\":{\"top_hits\":{\"sort\":[{\"f\":{\"nested\":{\"path\":\"p\",\"filter\":{\"terms\":{\"u\":@}}}}}]}}}}",
                "{\"rescore\":{\"query\":{\"rescore_query\":{\"terms\":{\"u\":@}}}}}",
                "{\"highlight\":{\"highlight_query\":{\"terms\":{\"u\":@}}}}",
                "{\"knn\":{\"field\":\"v\",\"filter\":{\"terms\":{\"term\":@}}}}",
                "{\"retriever\":{\"standard\":{\"query\":{\"terms\":{\"term\":@}}}}}",
                "{\"query\":{\"template\":{\"inline\":{\"match_all\":{}}}}}",
                "{\"query\":{\"bool\":{\"must\":{\"wrapper\":{\"query\":\"e30=\"}}}}}",
                "{\"query\":{\"term\":{\"template\":{\"wrapper\":{\"query\":\"e30=\"}}}}}",
                "{\"query\":{\"percolate\":{\"wrapper\":{\"query\":\"e30=\"}}}}",
                "{\"query\":{\"percolate\":{\"document\":{},\"template\":{\"query\":\"e30=\"}}}}",
                "{\"sort\":[{\"f\":{\"nested\":{\"path\":\"p\",\"filter\":{\"wrapper\":{\"query\":\"e30=\"}}}}}]}",
                "{\"aggs\":{\"a\":{\"filter\":{\"wrapper\":{\"query\":\"e30=\"}}}}}",
                "{\"aggs\":{\"wrapper\":{\"filter\":{\"wrapper\":{\"query\":\"e30=\"}}}}}",
                "{\"suggest\":{\"a\":{\"phrase\":{\"field\":\"f\",\"collate\":{\"query\":{\"source\":{}}}}}}}",
                "{\"runtime_mappings\":{\"query\":{\"type\":\"lookup\",\"target_index\":\"secret-1\"}}}",
                "{\"indices_boost\":[{\"secret-1\":1}]}",
            })
    void deniesWhateverMayLookUpAnotherIndex(String body) {
        HarnessResult result = search(body);

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sort\":\"secret-1\",\"index\":\"secret-1\"}",
                "{\"query\":{\"term\":{\"index\":\"secret-1\"}}}"
            })
    void readsHeadersOfSearchesAsBefore(String header) {
        HarnessResult result = lines(harness(READ_LOGS), "/logs-1/_msearch", header + "\n{}\n");

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
    }
}
