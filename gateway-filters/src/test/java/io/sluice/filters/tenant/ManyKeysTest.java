package io.sluice.filters.tenant;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements of lists, for each of which a server makes room or which it compares with many names. */
class ManyKeysTest extends AcmeTest {

    ManyKeysTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    private static String keys(int number, String key) {
        return String.join(",", Collections.nCopies(number, key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_search", "/_search", "/logs/_delete_by_query", "/logs/_update_by_query"})
    void ofASortAreDeniedInTheUrl(String path) {
        String target = path + "?size=10000&sort=";
        String body = "{\"query\":{\"match_all\":{}}}";

        assertDenied(acme("POST", target + keys(11, "n:desc")).body(body).send());
        assertRelayed("POST", target + keys(10, "n:desc"), body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logs/_delete_by_query {\"query\":{\"match_all\":{}},\"sort\":[LIST]}",
                "/logs/_update_by_query {\"query\":{\"match_all\":{}},\"sort\":[LIST]}",
                "/_reindex {\"source\":{\"index\":\"logs\",\"sort\":[LIST]},\"dest\":{\"index\":\"to\"}}"
            })
    void ofASortAreDeniedInChangesByQuery(String request) {
        String path = request.substring(0, request.indexOf(' '));
        String body = request.substring(path.length() + 1);

        assertDenied(acme("POST", path).body(list(body, "{\"n\":\"asc\"}", 11)).send());
        assertDenied(acme("POST", path).body(list(body, "\"n\"", 11)).send());
        assertRelayed("POST", path, list(body, "{\"n\":\"asc\"}", 10));
    }

    /** The names of groups are the client's own: they may be long, and like the pattern. */
    @Test
    void ofGroupsOfStatisticsAreDeniedWherePatternsAreDear() {
        assertDenied(acme("GET", "/logs/_stats?groups=*a*a*a*b").send());
        assertDenied(acme("GET", "/logs/_stats?groups=" + keys(251, "n")).send());
        assertRelayed("GET", "/logs/_stats?groups=web*,app", "");
    }
}
