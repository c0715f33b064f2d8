package io.sluice.filters.tenant;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptLanguagesTest extends AcmeTest {

    ScriptLanguagesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    /** The compiler of Lucene's expressions calls itself for each level: 3,000 parentheses use up the stack, and a node of OpenSearch ends. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logs/_search {\"query\":{\"script_score\":{\"query\":{\"match_all\":{}},\"script\":{\"lang\":\"%\",\"source\":\"1\"}}}}",
                "/logs/_search {\"script_fields\":{\"a\":{\"script\":{\"source\":\"1\",\"lang\":\"%\"}}}}",
                "/logs/_search {\"aggs\":{\"a\":{\"max\":{\"script\":{\"source\":\"1\",\"lang\":\"%\"}}}}}",
                "/logs/_search {\"sort\":{\"_script\":{\"type\":\"number\",\"script\":{\"source\":\"1\",\"lang\":\"%\"}}}}",
                "/logs/_update/1 {\"script\":{\"source\":\"1\",\"lang\":\"%\"}}"
            })
    void areOne(String request) {
        String path = request.substring(0, request.indexOf(' '));
        String body = request.substring(path.length() + 1);

        assertDenied(acme("POST", path).body(body.replace("%", "expression")).everySplit());
        assertDenied(acme("POST", path).body(body.replace("%", "mustache")).everySplit());
        assertRelayed("POST", path, body.replace("%", "painless"));
        assertRelayed("POST", path, body.replace("%", "knn"));
        assertRelayed("POST", path, body.replace(",\"lang\":\"%\"", "").replace("\"lang\":\"%\",", ""));
    }
}
