package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of documents in an order by nested objects: whose objects lie in a segment decides whether OpenSearch fails, unless it looks at each hit. */
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

    @Test
    void asksForEachDocumentThatIsCopied() {
        String sent = acme("POST", "/_reindex")
                .body("{\"source\":{\"index\":\"logs\"," + ORDER + "},\"dest\":{\"index\":\"logs\"}}")
                .everySplit()
                .upstreamBody();

        assertThat(sent).contains(ORDER).contains(FILTERED + ",\"dest\"");
    }

    private String changed(String endpoint, String body) {
        return acme("POST", "/logs/" + endpoint).body(body).everySplit().upstreamBody();
    }
}
