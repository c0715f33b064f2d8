package io.sluice.filters.tenant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                "500 | {\"properties\":{LIST}} | \"f#\":{\"type\":\"text\",\"copy_to\":[\"a\",[\"b\"]]}",
                "20 | {\"dynamic_date_formats\":[LIST]} | \"yyyy-MM-dd-#\"",
                "1000 | {\"dynamic_templates\":[LIST]} | {\"t#\":{\"mapping\":{\"type\":\"long\"}}}",
                "1000 | {\"dynamic_templates\":[[{LIST}]]} | \"t#\":{\"mapping\":{\"type\":\"long\"}}",
                "5000 | {\"dynamic_templates\":[{\"t\":{\"match\":[LIST],\"mapping\":{\"type\":\"long\"}}}]} | \"a#\"",
                "250 | {\"_source\":{\"excludes\":[LIST]}} | \"a#.*\""
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

    /** A server takes an inner list for one name with as many wildcards. */
    @Test
    void areDeniedInAListAmongNames() {
        String body = "{\"_source\":{\"includes\":[\"a\",%s]}}";

        assertDenied(acme("PUT", "/logs/_mapping")
                .body(body.formatted("[\"a*b\",\"a*c\"]"))
                .send());
        assertRelayed("PUT", "/logs/_mapping", body.formatted("\"a*b\",\"a*c\""));
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

    /** A server makes a parser of each alternative, and keeps it: 4,000 texts with 334 of them in each take half a gigabyte. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"dynamic_date_formats\":\"FORMAT\"}",
                "{\"dynamic_date_formats\":[\"yyyy\",\"FORMAT\"]}",
                "{\"properties\":{\"a\":{\"properties\":{\"f\":{\"type\":\"date\",\"format\":\"FORMAT\"}}}}}",
                "{\"runtime\":{\"f\":{\"type\":\"date\",\"format\":\"FORMAT\"}}}",
                "{\"dynamic_templates\":[{\"t\":{\"mapping\":{\"type\":\"date\",\"format\":\"FORMAT\"}}}]}"
            })
    void areDeniedAmongAlternativesOfFormats(String body) {
        assertDenied(acme("PUT", "/logs/_mapping")
                .body(body.replace("FORMAT", "d||".repeat(10) + "d"))
                .everySplit());

        assertRelayed("PUT", "/logs/_mapping", body.replace("FORMAT", "d||".repeat(9) + "d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"properties\":{LIST}}", "{\"runtime\":{LIST}}"})
    void areDeniedInAllFormatsTogether(String body) {
        String field = "\"f#\":{\"type\":\"date\",\"format\":\"" + "d||".repeat(9) + "d\"}";

        assertDenied(acme("PUT", "/logs/_mapping").body(list(body, field, 501)).send());
        assertRelayed("PUT", "/logs/_mapping", list(body, field, 500));
    }

    @Test
    void areDeniedForTheLengthOfAllFormats() {
        String field = "\"f#\":{\"type\":\"date\",\"format\":\"" + "d-".repeat(500) + "\"}";

        assertDenied(acme("PUT", "/logs/_mapping")
                .body(list("{\"properties\":{LIST}}", field, 101))
                .everySplit());
        assertRelayed("PUT", "/logs/_mapping", list("{\"properties\":{LIST}}", field, 100));
    }

    @Test
    void areDeniedForTheFormatsOfFieldsInNestedIndices() {
        AcmeTest nested = new AcmeTest("nested: { indices: [\"*\"], template: \"t-{tenant}\" }") {};
        String field = "\"f#\":{\"type\":\"date\",\"format\":\"d||d||d||d||d||d||d||d||d||d\"}";

        assertDenied(nested.acme("PUT", "/logs/_mapping")
                .body(list("{\"properties\":{LIST}}", field, 501))
                .send());
        nested.assertRelayed("PUT", "/logs/_mapping", list("{\"properties\":{LIST}}", field, 500));
        nested.stop();
    }

    @Test
    void areRelayedWithTheFormatsThatClientsUse() {
        assertRelayed(
                "PUT",
                "/logs/_mapping",
                list(
                        "{\"dynamic_date_formats\":[\"strict_date_optional_time\",\"yyyy/MM/dd HH:mm:ss Z||yyyy/MM/dd Z\"],"
                                + "\"properties\":{LIST}}",
                        "\"f#\":{\"type\":\"date\",\"format\":\"yyyy-MM-dd HH:mm:ss||strict_date_optional_time||epoch_millis\"}",
                        1000));
    }
}
