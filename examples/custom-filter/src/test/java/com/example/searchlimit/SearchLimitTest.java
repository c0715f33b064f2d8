package com.example.searchlimit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchLimitTest {

    private final FilterHarness filter = FilterHarness.of(SearchLimit.class, "maxSize: 100");

    @Test
    void passesASearchWithinTheLimitOnByteByByte() {
        String body = "{ \"query\": {\"match\": {\"size\": 5000}},\"size\":100 }";

        HarnessResult result = filter.request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body(body)
                .everySplit();

        assertEquals(body, result.upstreamBody());
    }

    @Test
    void refusesASearchAboveTheLimitInItsBody() {
        HarnessResult result = filter.request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body("{\"size\":\"101\"}")
                .everySplit();

        assertEquals(400, result.status());
        assertTrue(result.body().contains("a search may ask for 100 hits at most"), result.body());
    }

    @Test
    void readsNumbersAsTheServerDoes() {
        for (String size : List.of("101", "1e3", "\" 101\"", "\"0x65p0\"", "100.9e0, \"size\": 1")) {
            HarnessResult result = filter.request("POST", "/logs/_search")
                    .header("Content-Type", "application/json")
                    .body("{\"size\":" + size + "}")
                    .everySplit();
            assertEquals(400, result.status(), size);
        }
    }

    @Test
    void refusesASearchAboveTheLimitInItsUrl() {
        HarnessResult result = filter.request("GET", "/_search?size=%2B101").send();

        assertFalse(result.relayed());
        assertEquals(400, result.status());
    }

    @Test
    void leavesOtherRequestsAlone() {
        HarnessResult result =
                filter.request("POST", "/logs/_doc").body("{\"size\":5000}").send();

        assertEquals("{\"size\":5000}", result.upstreamBody());
    }

    @Test
    void refusesALimitThatCannotWork() {
        RuntimeException refusal = assertThrows(
                RuntimeException.class, () -> FilterHarness.of(SearchLimit.class, "maxSize: 0"));
        assertTrue(refusal.getMessage().contains("maxSize must be at least 1, is 0"), refusal.getMessage());
    }
}
