package com.example.searchlimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;

class SearchLimitFilterTest {

    private final FilterHarness filter = FilterHarness.of(new SearchLimitFactory(), "maxSize: 100");

    @Test
    void passesASearchWithinTheLimitOnByteByByte() {
        String body = "{ \"query\": {\"match\": {\"size\": 5000}},\"size\":100 }";

        HarnessResult result = filter.request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body(body)
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo(body);
    }

    @Test
    void refusesASearchAboveTheLimitInItsBody() {
        HarnessResult result = filter.request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body("{\"size\":\"101\"}")
                .everySplit();

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body()).contains("a search may ask for 100 hits at most, not 101");
    }

    @Test
    void refusesASearchAboveTheLimitInItsUrl() {
        HarnessResult result = filter.request("GET", "/_search?size=1e3").send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(400);
    }

    @Test
    void leavesOtherRequestsAlone() {
        HarnessResult result =
                filter.request("POST", "/logs/_doc").body("{\"size\":5000}").send();

        assertThat(result.upstreamBody()).isEqualTo("{\"size\":5000}");
    }

    @Test
    void refusesALimitThatCannotWork() {
        assertThatThrownBy(() -> FilterHarness.of(new SearchLimitFactory(), "maxSize: 0"))
                .hasMessageContaining("maxSize must be at least 1, is 0");
    }
}
