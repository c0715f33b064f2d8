package io.sluice.filters.tenant;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats of dates of which a node would keep more parsers than it has memory for. */
@Tag("slow")
class HarmfulFormatsTest extends AcmeTest {
    HarmfulFormatsTest() {
        super(OWN_INDICES);
    }

    /** A server makes a parser of each alternative for each shard, and keeps it with the results: a thousand times 334 take 130 MB. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"range\":{\"f\":{\"gte\":\"1\",\"format\":\"FORMAT\"}}}}",
                "{\"aggs\":{\"a\":{\"min\":{\"field\":\"f\",\"format\":\"FORMAT\"}}}}",
                "{\"aggs\":{\"a\":{\"weighted_avg\":{\"value\":{\"field\":\"f\"},\"weight\":{\"field\":\"g\"},\"format\":\"FORMAT\"}}}}",
                "{\"aggs\":{\"a\":{\"date_range\":{\"field\":\"f\",\"format\":\"FORMAT\",\"ranges\":[{\"from\":\"1\"}]}}}}",
                "{\"aggs\":{\"a\":{\"significant_terms\":{\"field\":\"f\",\"format\":\"FORMAT\"}}}}",
                "{\"aggs\":{\"a\":{\"max_bucket\":{\"buckets_path\":\"b\",\"format\":\"FORMAT\"}}}}",
                "{\"aggs\":{\"a\":{\"composite\":{\"sources\":[{\"s\":{\"date_histogram\":{\"field\":\"f\",\"format\":\"FORMAT\"}}}]}}}}",
                "{\"aggs\":{\"a\":{\"top_hits\":{\"docvalue_fields\":[{\"field\":\"f\",\"format\":\"FORMAT\"}]}}}}",
                "{\"fields\":[{\"field\":\"f\",\"format\":\"FORMAT\"}]}",
                "{\"sort\":[{\"f\":{\"order\":\"asc\",\"format\":\"FORMAT\"}}]}",
                "{\"runtime_mappings\":{\"f\":{\"type\":\"date\",\"format\":\"FORMAT\"}}}"
            })
    void areDeniedAmongAlternativesOfFormats(String body) {
        assertDenied(search(body.replace("FORMAT", "d||".repeat(10) + "d")).everySplit());

        assertRelayed("POST", "/logs/_search", body.replace("FORMAT", "d||".repeat(9) + "d"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"query\":{\"bool\":{\"should\":[LIST]}}} | {\"range\":{\"f\":{\"gte\":\"#\",\"format\":\"FORMAT\"}}}",
                "{\"aggs\":{LIST}} | \"a#\":{\"min\":{\"field\":\"f\",\"format\":\"FORMAT\"}}"
            })
    void areDeniedInAllFormatsTogether(String body, String element) {
        AcmeTest shared = new AcmeTest("shared: { indices: [logs] }") {};
        String many = element.replace("FORMAT", "d||".repeat(9) + "d");
        String usual = element.replace("FORMAT", "strict_date_optional_time");

        for (AcmeTest tenant : List.of(this, shared)) {
            assertDenied(tenant.search(list(body, many, 501)).send());
            tenant.assertRelayed("POST", "/logs/_search", list(body, many, 500));
            tenant.assertRelayed("POST", "/logs/_search", list(body, usual, 1000));
        }
        shared.stop();
    }

    @Test
    void areDeniedInFormatsOfAllSearchesTogether() {
        String format = "\"a#\":{\"min\":{\"field\":\"f\",\"format\":\"" + "d||".repeat(9) + "d\"}}";
        String search = "{\"index\":\"logs\"}\n" + list("{\"aggs\":{LIST}}", format, 500) + "\n";

        assertDenied(acme("POST", "/_msearch").body(search.repeat(11)).send());
        assertRelayed("POST", "/_msearch", search.repeat(10));
    }
}
