package io.sluice.filters.tenant;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts, documents and items of one request that filled the memory of a node, in a small body. */
@Tag("slow")
class HarmfulListsTest extends AcmeTest {
    HarmfulListsTest() {
        super(OWN_INDICES);
    }

    /** A server keeps each text after each filter, to show it: 5 MB after 100 filters take 2 GB. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"true | 334 | 333", "`\"true\"` | 334 | 333", "null | 334 | 333", "false | 33334 | 33333"})
    void areDeniedInTextsToAnalyze(String explain, int much, int little) {
        for (String body : List.of(
                "{\"explain\":" + explain + ",\"tokenizer\":\"keyword\",\"text\":[LIST]}",
                "{\"text\":[LIST],\"tokenizer\":\"keyword\",\"explain\":" + explain + "}")) {
            String text = "\"" + "a".repeat(30) + "\"";
            assertDenied(acme("POST", "/_analyze").body(list(body, text, much)).send());
            assertRelayed("POST", "/_analyze", list(body, text, little));
        }
        assertDenied(acme("POST", "/logs/_analyze")
                .body("{\"text\":\"" + "a".repeat(33_000) + "\"}")
                .everySplit());
    }

    /** A node keeps them in memory, which may be many for a small body: 2.5 million ids are 50 KB as gzip. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST /logs/_mget | 10000 | {\"ids\":[LIST]} | \"1\"",
                "POST /logs/_mget | 10000 | {\"docs\":[LIST]} | {\"_id\":\"1\"}",
                "POST /logs/_mtermvectors | 10000 | {\"ids\":[LIST]} | \"1\"",
                "POST /_mtermvectors | 10000 | {\"docs\":[LIST]} | {\"_index\":\"logs\",\"_id\":\"1\"}"
            })
    void areDeniedAmongDocuments(String request, int most, String body, String element) {
        String method = request.substring(0, request.indexOf(' '));
        String path = request.substring(request.indexOf(' ') + 1);

        assertDenied(acme(method, path).body(list(body, element, most + 1)).send());
        assertRelayed(method, path, list(body, element, most));
    }

    /** A server reads both lists. */
    @Test
    void areDeniedAmongDocumentsAndIdsTogether() {
        String docs = list("\"docs\":[LIST]", "{\"_id\":\"1\"}", 5000);

        assertDenied(acme("POST", "/logs/_mget")
                .body("{" + docs + list(",\"ids\":[LIST]}", "\"1\"", 5001))
                .send());
        assertRelayed("POST", "/logs/_mget", "{" + docs + list(",\"ids\":[LIST]}", "\"1\"", 5000));
    }

    @Test
    void areDeniedAmongItems() {
        String item = "{\"delete\":{\"_id\":\"1\"}}\n";

        assertDenied(acme("POST", "/logs/_bulk").body(item.repeat(100_001)).send());
        assertRelayed("POST", "/logs/_bulk", item.repeat(100_000));
    }

    /** A server asks all nodes of a search for each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/_search/scroll | scroll_id | /logs/_search?scroll=1m | {\"_scroll_id\":\"ID\"}",
                "/_search/point_in_time | pit_id | /logs/_pit?keep_alive=1m | {\"id\":\"ID\"}"
            })
    void areDeniedAmongHandles(String path, String member, String opening, String answer) {
        String body = "{\"" + member + "\":[LIST]}";
        String handle = "\"" + handle(acme("POST", opening), answer) + "\"";

        assertDenied(acme("DELETE", path).body(list(body, handle, 1001)).send());
        assertRelayed("DELETE", path, list(body, handle, 1000));
    }
}
