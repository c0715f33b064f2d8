package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of scrolls and points in time over many shards, which servers make longer than what the gateway reads of a string. */
class LongHandlesTest extends HandlesTest {

    private static final String LONG = "x".repeat(40_000);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /_search/scroll | {\"scroll\":\"1m\",\"scroll_id\":\"%s\"}",
                "DELETE | /_search/scroll | {\"scroll_id\":[\"a\",\"%s\"]}",
                "DELETE | /_pit | {\"id\":\"%s\"}",
                "DELETE | /_search/point_in_time | {\"pit_id\":[\"%s\"]}",
                "POST | /_search | {\"pit\":{\"id\":\"%s\"}}",
            })
    void areForThoseWhoMayReadEverything(String method, String target, String body) {
        String sent = body.formatted(LONG);
        HarnessResult result = json(harness("{allow: {classes: [read]}}"), method, target, sent)
                .everySplit();

        assertThat(result.relayed()).as(result.describe()).isTrue();
        assertThat(result.upstreamBody()).isEqualTo(sent);
        assertDenied(by(ANN, method, target, sent).send());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs-1/_search?scroll=1m | {\"_scroll_id\":\"%s\",\"hits\":{}}",
                "/logs-1/_search/point_in_time?keep_alive=1m | {\"pit_id\":\"%s\"}",
                "/logs-1/_pit?keep_alive=1m | {\"id\":\"%s\"}",
            })
    void areNotShownToOthers(String target, String answer) {
        HarnessResult result = by(ANN, "POST", target, "{}")
                .upstream(200, "application/json", answer.formatted(LONG))
                .send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).contains("sluice_id_too_long").doesNotContain("xxx");
    }

    @ParameterizedTest
    @ValueSource(ints = {24_000, 24_535, 24_536, 24_537, 24_538})
    void areSealedAsLongAsTheyCanBeGivenBack(int length) {
        HarnessResult opened = opened(length);

        assertThat(opened.status()).as(opened.describe()).isEqualTo(200);
        HarnessResult next = by(ANN, "POST", "/_search/scroll", "{\"scroll_id\":\"" + id(opened) + "\"}")
                .send();
        assertThat(next.upstreamBody()).isEqualTo("{\"scroll_id\":\"" + "x".repeat(length) + "\"}");
    }

    @ParameterizedTest
    @ValueSource(ints = {24_539, 24_540, 32_768, 32_769})
    void areRefusedWhereTheyCouldNotBeGivenBack(int length) {
        assertThat(opened(length).status()).isEqualTo(502);
    }

    private HarnessResult opened(int length) {
        return by(ANN, "POST", "/logs-1/_search?scroll=1m", "{}")
                .upstream(200, "application/json", "{\"_scroll_id\":\"" + "x".repeat(length) + "\"}")
                .send();
    }
}
