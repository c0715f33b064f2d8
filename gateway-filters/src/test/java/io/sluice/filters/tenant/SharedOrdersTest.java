package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Changes of documents in an order. Whose nested objects lie in a segment decides whether OpenSearch fails, unless it looks at each hit; and
 * whose values lie in a shard, in which order it asks the shards.
 */
class SharedOrdersTest extends AcmeTest {

    private static final String ORDER = "\"sort\":[{\"i.q\":{\"nested\":{\"path\":\"i\"}}}]";
    private static final String FILTERED = ",\"post_filter\":{\"match_all\":{}}}";

    SharedOrdersTest() {
        super("shared: { indices: [logs] }");
    }

    @ParameterizedTest
    @ValueSource(strings = {"_delete_by_query", "_update_by_query"})
    void asksForEachDocumentThatIsChanged(String endpoint) {
        assertThat(changed(endpoint, "{" + ORDER + ",\"query\":{\"match_all\":{}}}"))
                .contains(ORDER)
                .endsWith(FILTERED);
        assertThat(changed(endpoint, "{\"sort\":[\"n\"],\"query\":{\"match_all\":{}}}"))
                .doesNotContain("post_filter");
    }

    // In any other search type, OpenSearch asks shards in the order of the least or greatest value of all documents.
    @ParameterizedTest
    @ValueSource(strings = {"", "?sort=n", "?search_type=query_then_fetch&sort=n"})
    void asksAllShardsAlike(String parameters) {
        for (String endpoint : List.of("_delete_by_query", "_update_by_query")) {
            String sent = acme("POST", "/logs/" + endpoint + parameters)
                    .body("{\"sort\":[\"n\"],\"query\":{\"match_all\":{}}}")
                    .send()
                    .upstreamHead()
                    .target()
                    .raw();

            assertThat(sent).containsOnlyOnce("search_type=").contains("search_type=dfs_query_then_fetch");
        }
    }

    @Test
    void deniesCopiesInAnOrder() {
        assertDenied(acme("POST", "/_reindex")
                .body("{\"source\":{\"index\":\"logs\",\"sort\":[\"n\"]},\"dest\":{\"index\":\"logs\"}}")
                .everySplit());
    }

    private String changed(String endpoint, String body) {
        return acme("POST", "/logs/" + endpoint).body(body).everySplit().upstreamBody();
    }
}
