package io.sluice.filters.tenant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What nodes keep of a mapping, or do for each document by it: 20 MB of {@code _meta}, and a field that is copied to 900 others, ended nodes. */
@Tag("slow")
class LargeMappingsTest extends AcmeTest {
    LargeMappingsTest() {
        super("indexPerTenant: { indices: [logs] }");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "998 | {\"_meta\":{\"a\":[LIST]}} | {}",
                "999 | {\"_meta\":{LIST}} | \"a#\":1",
                "499 | {\"_meta\":{LIST}} | \"a#\":[[]]",
                "9999 | {\"properties\":{\"f\":{\"type\":\"text\",\"meta\":{LIST}}}} | \"a#\":\"b\"",
                "20 | {\"properties\":{\"f\":{\"type\":\"text\",\"copy_to\":[LIST]}}} | \"f#\"",
                "10 | {\"dynamic_templates\":[{\"a\":{\"mapping\":{\"type\":\"text\",\"copy_to\":[LIST]}}}]} | \"f#\"",
                "1000 | {\"properties\":{LIST}} | \"f#\":{\"type\":\"text\",\"copy_to\":\"a\"}",
                "500 | {\"properties\":{LIST}} | \"f#\":{\"type\":\"text\",\"copy_to\":[\"a\",[\"b\"]]}"
            })
    void areDenied(int most, String body, String element) {
        assertDenied(acme("PUT", "/logs/_mapping")
                .body(list(body, element, most + 1))
                .send());
        assertDenied(acme("PUT", "/logs")
                .body("{\"mappings\":" + list(body, element, most + 1) + "}")
                .send());

        assertRelayed("PUT", "/logs/_mapping", list(body, element, most));
    }

    @Test
    void areDeniedForTheLengthOfWhatTheyHold() {
        String body = "{\"_meta\":{\"aa\":[%s\"\"]}}";
        String text = "\"" + "b".repeat(1000) + "\",";

        assertDenied(acme("PUT", "/logs/_mapping")
                .body(body.formatted(text.repeat(66)))
                .everySplit());
        assertDenied(acme("PUT", "/logs/_mapping")
                .body(list("{\"_meta\":{LIST}}", "\"#" + "b".repeat(3000) + "\":1", 22))
                .send());
        assertRelayed("PUT", "/logs/_mapping", body.formatted(text.repeat(65)));
    }
}
