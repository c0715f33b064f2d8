package io.sluice.filters.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ResponseHead.Origin;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerFilterTest {

    private static FilterHarness harness(String config) {
        return FilterHarness.of(AnswerFilter.class, config);
    }

    @Test
    void answersEverythingWhereNothingElseIsSaid() {
        HarnessResult result = harness("{status: 503, headers: {Retry-After: 60}, body: '{\"down\":true}'}")
                .request("POST", "/logs/_doc")
                .body("{\"x\":1}")
                .everySplit();

        assertThat(result.status()).isEqualTo(503);
        assertThat(result.headers().get("Retry-After")).isEqualTo("60");
        assertThat(result.headers().get("Content-Type")).isEqualTo("application/json; charset=UTF-8");
        assertThat(result.body()).isEqualTo("{\"down\":true}");
        assertThat(result.origin()).isEqualTo(Origin.FILTER);
    }

    @Test
    void passesOnWhatIsNotMeant() {
        FilterHarness harness = harness("{when: {methods: [DELETE], paths: ['/{index}']}, status: 403}");

        assertThat(harness.request("DELETE", "/logs").send().status()).isEqualTo(403);
        assertThat(harness.request("DELETE", "/logs/_doc/1").send().relayed()).isTrue();
        assertThat(harness.request("GET", "/logs").send().relayed()).isTrue();
    }

    @Test
    void answersWithoutAContentTypeWhereThereIsNoBody() {
        HarnessResult result = harness("{status: 204}").request("OPTIONS", "/").send();

        assertThat(result.headers().contains("Content-Type")).isFalse();
        assertThat(result.body()).isEmpty();
    }

    @Test
    void sendsABodyAsUtf8() {
        HarnessResult result = harness("{contentType: text/plain, body: \"Grüße\\n\"}")
                .request("GET", "/")
                .send();

        assertThat(result.headers().get("Content-Type")).isEqualTo("text/plain");
        assertThat(result.body()).isEqualTo("Grüße\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{status: 199}",
                "{status: 600}",
                "{status: abc}",
                "{status: 204, body: x}",
                "{headers: {Content-Length: 5}}",
                "{headers: {transfer-encoding: chunked}}",
                "{headers: {Connection: close}}",
                "{headers: {Content-Type: text/plain}}",
                "{headers: {X-A: \"1\\r\\nSet-Cookie: a=b\"}}",
                "{headers: {\"X-A: 1\\r\\nX-B\": 2}}",
                "{headers: {X-A: \"\\0\"}}",
                "{contentType: \"text/plain\\r\\nX: y\", body: x}",
                "{when: {}}",
                "{bdoy: x}"
            })
    void refusesAnswersThatCannotBeSent(String config) {
        assertThatThrownBy(() -> harness(config)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsOneAnswerForAllRequests() {
        FilterHarness harness = harness("{body: '" + "x".repeat(500_000) + "'}");

        assertThat(harness.request("GET", "/").send().body()).hasSize(500_000);
        assertThat(harness.request("GET", "/").send().body()).hasSize(500_000);
    }
}
