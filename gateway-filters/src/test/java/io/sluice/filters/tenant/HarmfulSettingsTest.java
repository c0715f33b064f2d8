package io.sluice.filters.tenant;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings and aliases with which one request of a tenant ended the cluster's manager for all tenants. */
@Tag("slow")
class HarmfulSettingsTest extends AcmeTest {

    HarmfulSettingsTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    /**
     * Of 4 shards with 1,073,741,823 replicas a server counts no copies, since the sum does not fit into 32 bits, and makes an object for
     * each of them: the manager of Elasticsearch 7.17 and OpenSearch 2.19 ended, and then the next one.
     */
    @ParameterizedTest
    @CsvSource({
        "number_of_replicas, 101, 100",
        "number_of_replicas, 1073741823, \"1\"",
        "number_of_shards, 1025, 1024",
        "number_of_routing_shards, 65537, 65536",
        "routing_partition_size, 1025, 1",
        "auto_expand_replicas, \"1073741823-2147483647\", \"0-1\"",
        "auto_expand_replicas, \"101-all\", \"0-all\"",
        "auto_expand_replicas, \"0-101\", \"1-100\"",
        "auto_expand_replicas, \"+1073741823-all\", false",
        "write.wait_for_active_shards, 2, 1",
        "write.wait_for_active_shards, \"all\", \"0\"",
        "mapping.field_name_length.limit, 65537, 65536"
    })
    void areDeniedAmongCopiesOfShards(String setting, String much, String little) {
        assertBounded(setting, much, little);
    }

    /** An index that is sorted 20,000 times by one field takes a node's memory at each refresh, and again after each start. */
    @ParameterizedTest
    @ValueSource(strings = {"sort.field", "sort.order", "sort.mode", "sort.missing"})
    void areDeniedAmongFieldsOfAnOrder(String setting) {
        assertBounded(setting, list("[LIST]", "\"a\"", 11), list("[LIST]", "\"a\"", 10));
        assertBounded(setting, "\"a,a,a,a,a,a,a,a,a,a,a\"", "\"a,a\"");
    }

    /** Elasticsearch 7.17 tries all places for each wildcard, also on the thread that changes the state of the cluster. */
    @ParameterizedTest
    @ValueSource(strings = {"[\"*a*a*b\"]", "\"*a*a*b\"", "[\"a\",[\"*a*a*b\"]]", "\"a,*a*a*b\""})
    void areDeniedAmongFieldsToSearch(String much) {
        assertBounded("query.default_field", much, much.replace("*a*a", "*a"));
    }

    @Test
    void areDeniedAmongVeryManyFieldsToSearch() {
        assertBounded("query.default_field", list("[LIST]", "\"a#\"", 2001), list("[LIST,\"a.*\"]", "\"a#\"", 1900));
        assertBounded("query.default_field", list("[LIST]", "\"a#*\"", 21), list("[LIST]", "\"a#*\"", 20));
        assertBounded("query.default_field", list("[LIST]", "\"a,b\"", 1001), "null");
    }

    /** A script runs for each hit, and one that never comes back keeps its thread. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"s\":{\"type\":\"scripted\",\"script\":{\"source\":\"1\"}}}",
                "{\"s\":{\"type\":\"BM25\",\"weight_script\":{\"source\":\"1\"}}}",
                "{\"s\":{\"type\":[\"BM25\",\"scripted\"]}}",
                "{\"s\":[{\"type\":\"scripted\"}]}",
                "{\"s.type\":\"scripted\"}"
            })
    void areDeniedAmongSimilarities(String much) {
        assertBounded("similarity", much, "{\"s\":{\"type\":\"LMDirichlet\",\"mu\":2000}}");
    }

    @Test
    void areDeniedAmongVeryManySimilarities() {
        String similarity = "\"s#\":{\"type\":\"IB\",\"normalization\":\"h1\",\"normalization.h1.c\":2}";

        assertBounded("similarity", list("{LIST}", similarity, 101), list("{LIST}", similarity, 100));
    }

    /** A server builds the synonyms of a filter once more wherever it is named: 1,000 times 42 MB. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"filter\":{\"s\":{\"type\":\"synonym\",\"synonyms\":[LIST]}},\"analyzer\":{ANALYZERS}}",
                "{\"analyzer\":{ANALYZERS},\"filter\":{\"s\":{\"type\":\"synonym\",\"synonyms\":[LIST]}}}"
            })
    void areDeniedAmongSynonymsThatAreBuiltAgain(String analysis) {
        String body = "{\"settings\":{\"analysis\":" + list(analysis, "\"a#, b#, c#\"", 10_000) + "}}";
        String once = "\"a#\":{\"tokenizer\":\"standard\",\"filter\":[\"lowercase\",\"s\"]}";
        String again = "\"a#\":{\"tokenizer\":\"standard\",\"filter\":[\"s\",\"s\"]}";
        String asText = "\"a#\":{\"tokenizer\":\"standard\",\"filter\":\"lowercase, s\"}";
        // Servers leave out what trim does.
        String trimmed = "\"a#\":{\"tokenizer\":\"standard\",\"filter\":\"lowercase,\\u0001s\"}";

        for (String many : List.of(
                list("LIST", once, 12), list("LIST", again, 6), list("LIST", asText, 12), list("LIST", trimmed, 12))) {
            assertDenied(
                    acme("PUT", "/logs").body(body.replace("ANALYZERS", many)).send());
        }
        assertRelayed("PUT", "/logs", body.replace("ANALYZERS", list("LIST", once, 11)));
        assertRelayed("PUT", "/logs", body.replace("ANALYZERS", list("LIST", asText, 11)));
    }

    @Test
    void areDeniedInAllOfAnalysis() {
        String stop =
                "{\"settings\":{\"index\":{\"analysis\":{\"filter\":{\"s\":{\"type\":\"stop\",\"stopwords\":[LIST]}}}}}}";
        String components =
                "{\"settings\":{\"analysis\":{\"analyzer\":{LIST},\"filter\":{\"f\":{\"type\":\"stop\"}}}}}";
        String component = "\"a#\":{\"type\":\"standard\"}";

        assertDenied(acme("PUT", "/logs").body(list(stop, "\"w#\"", 50_000)).send());
        assertDenied(acme("PUT", "/logs")
                .body(list(stop, "\"" + "w".repeat(1000) + "\"", 1049))
                .send());
        assertRelayed("PUT", "/logs", list(stop, "\"word#\"", 49_000));
        assertDenied(acme("PUT", "/logs").body(list(components, component, 500)).send());
        assertRelayed("PUT", "/logs", list(components, component, 499));
    }

    /** A server keeps the filter of an alias once for each index, and looks at it as often. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST /_aliases | {\"actions\":[{\"add\":{\"index\":\"logs\",\"alias\":\"a\",\"filter\":FILTER}}]}",
                "PUT /logs/_alias/a | {\"filter\":FILTER}",
                "PUT /logs | {\"aliases\":{\"a\":{\"filter\":FILTER}}}",
                "POST /logs/_rollover/to | {\"aliases\":{\"a\":{\"routing\":\"1\"},\"b\":{\"filter\":FILTER}}}",
                "POST /logs/_clone/to | {\"aliases\":{\"a\":{\"filter\":FILTER}}}"
            })
    void areDeniedInFiltersOfAliases(String request, String body) {
        String method = request.substring(0, request.indexOf(' '));
        String path = request.substring(request.indexOf(' ') + 1);
        String terms = list("{\"bool\":{\"filter\":[{\"terms\":{\"f\":[LIST]}}]}}", "\"WORD\"", 300);

        assertDenied(acme(method, path)
                .body(body.replace("FILTER", terms.replace("WORD", "w".repeat(40))))
                .send());
        assertRelayed(method, path, body.replace("FILTER", terms.replace("WORD", "w".repeat(30))));
        assertDenied(acme(method, path)
                .body(body.replace("FILTER", list("{\"terms\":{\"f\":[LIST]}}", "1", 1001)))
                .send());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT /logs", "POST /logs/_rollover/to", "POST /logs/_clone/to"})
    void areDeniedAmongAliases(String request) {
        String method = request.substring(0, request.indexOf(' '));
        String path = request.substring(request.indexOf(' ') + 1);

        assertDenied(acme(method, path)
                .body(list("{\"aliases\":{LIST}}", "\"a#\":{}", 1001))
                .send());
        assertRelayed(method, path, list("{\"aliases\":{LIST}}", "\"a#\":{}", 1000));
    }

    private void assertBounded(String setting, String much, String little) {
        String last = setting.substring(setting.lastIndexOf('.') + 1);
        String around = setting.contains(".") ? setting.substring(0, setting.lastIndexOf('.')) : "";
        String object = around.isEmpty()
                ? "{\"" + last + "\":%s}"
                : "{\"" + around.replace(".", "\":{\"") + "\":{\"" + last + "\":%s}}"
                        + "}".repeat(around.split("[.]").length - 1);
        for (String settings : List.of(
                "{\"" + setting + "\":%s}", "{\"index." + setting + "\":%s}", "{\"index\":" + object + "}", object)) {
            for (String request : List.of(
                    "PUT /logs",
                    "POST /logs/_rollover/to",
                    "POST /logs/_split/to",
                    "POST /logs/_clone/to",
                    "PUT /logs/_shrink/to",
                    "PUT /logs/_settings")) {
                String method = request.substring(0, request.indexOf(' '));
                String path = request.substring(request.indexOf(' ') + 1);
                String body = path.endsWith("_settings") ? settings : "{\"settings\":" + settings + "}";

                assertDenied(acme(method, path).body(body.replace("%s", much)).send());
                assertRelayed(method, path, body.replace("%s", little));
            }
        }
    }
}
