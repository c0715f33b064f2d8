package io.sluice.filters.tenant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histograms that never end, or fill the memory of a node. */
@Tag("slow")
class HarmfulHistogramsTest extends AcmeTest {
    HarmfulHistogramsTest() {
        super(OWN_INDICES);
    }

    /** Thirty such percentiles of two documents ended a node: a megabyte for each doubling between two values. */
    @ParameterizedTest
    @ValueSource(strings = {"percentiles", "percentile_ranks"})
    void areDeniedInDigitsOfHistograms(String type) {
        String body = "{\"aggs\":{\"a\":{\"" + type
                + "\":{\"field\":\"f\",\"hdr\":{\"number_of_significant_value_digits\":%s}}}}}";

        assertDenied(acme("POST", "/logs/_search").body(body.formatted("4")).everySplit());
        assertDenied(acme("POST", "/logs/_search").body(body.formatted("\"5\"")).everySplit());

        assertRelayed("POST", "/logs/_search", body.formatted("3"));
    }

    /** Above 2^53 the number of a bucket does not change by 1: over a range a server never came to its end. */
    @ParameterizedTest
    @CsvSource({
        "interval, 1e-18, 0.001",
        "interval, \"0x1p-60\", \"1\"",
        "interval, 1e-7, 1e3",
        "interval, \"NaN\", 0.000001",
        "offset, 1e300, -2.5",
        "offset, \"-Infinity\", \"1000000000\"",
        "offset, \"NaN\", 0"
    })
    void areDeniedInHistograms(String member, String harmful, String harmless) {
        String body = "{\"aggs\":{\"a\":{\"histogram\":{\"field\":\"f\",\"" + member + "\":%s}}}}";

        assertDenied(search(body.formatted(harmful)).everySplit());
        assertRelayed("POST", "/logs/_search", body.formatted(harmless));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"calendar_interval\":\"1d\"",
                "{\"fixed_interval\":\"1ms\",\"offset\":\"-6h\"",
                "{\"interval\":\"1M\""
            })
    void areNoTimesOfHistograms(String begin) {
        assertRelayed(
                "POST", "/logs/_search", "{\"aggs\":{\"a\":{\"date_histogram\":" + begin + ",\"field\":\"f\"}}}}");
    }
}
