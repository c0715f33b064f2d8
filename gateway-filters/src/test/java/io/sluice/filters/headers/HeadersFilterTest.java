package io.sluice.filters.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersFilterTest {

    private static FilterHarness harness(String config) {
        return FilterHarness.of(HeadersFilter.class, config);
    }

    @Test
    void removesSetsAndAddsInThatOrder() {
        HarnessResult result = harness("request: {remove: [X-Gone], set: {X-Set: new}, add: {X-Add: more}}")
                .request("GET", "/")
                .header("x-gone", "1")
                .header("X-GONE", "2")
                .header("x-set", "old")
                .header("x-add", "one")
                .header("X-Stays", "yes")
                .send();

        Headers sent = result.upstreamHead().headers();
        assertThat(sent.contains("X-Gone")).isFalse();
        assertThat(sent.all("X-Set")).containsExactly("new");
        assertThat(sent.all("X-Add")).containsExactly("one", "more");
        assertThat(sent.get("X-Stays")).isEqualTo("yes");
    }

    @Test
    void setsAndAddsUnderTheSameName() {
        HarnessResult result = harness("request: {set: {X-A: first}, add: {x-a: second}}")
                .request("GET", "/")
                .header("X-A", "client")
                .send();

        assertThat(result.upstreamHead().headers().all("X-A")).containsExactly("first", "second");
    }

    @Test
    void changesResponsesOfTheCluster() {
        HarnessResult result = harness("response: {remove: [Server], set: {Cache-Control: no-store}}")
                .request("GET", "/")
                .upstream(new Reply(200, Headers.of("Server", "es"), new byte[0]))
                .send();

        assertThat(result.headers().contains("Server")).isFalse();
        assertThat(result.headers().get("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void leavesBodiesAlone() {
        HarnessResult result = harness("{request: {set: {A: b}}, response: {set: {C: d}}}")
                .request("POST", "/x")
                .body("not { json")
                .upstream(200, "text/plain", "neither } this")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("not { json");
        assertThat(result.body()).isEqualTo("neither } this");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection",
                "keep-alive",
                "Transfer-Encoding",
                "content-length",
                "TE",
                "Trailer",
                "Upgrade",
                "Expect",
                "Proxy-Connection",
                "Content-Encoding"
            })
    void refusesHeadersThatBelongToTheGateway(String name) {
        for (String place : new String[] {"remove: [%s]", "set: {%s: x}", "add: {%s: x}"}) {
            for (String side : new String[] {"request", "response"}) {
                String config = side + ": {" + place.formatted(name) + "}";
                assertThatThrownBy(() -> harness(config)).hasMessageContaining("belongs to the gateway");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{request: {}}",
                "{request: {set: {X-A: \"a\\r\\nX-B: b\"}}}",
                "{request: {set: {X-A: \"a\\nb\"}}}",
                "{request: {add: {\"X A\": b}}}",
                "{request: {add: {'': b}}}",
                "{request: {remove: ['a:b']}}",
                "{request: {remove: [A], set: {a: b}}}",
                "{request: {set: {A: b, a: c}}}",
                "{request: {remove: [A, a]}}"
            })
    void refusesChangesThatCannotBeMeant(String config) {
        assertThatThrownBy(() -> harness(config)).isInstanceOf(IllegalArgumentException.class);
    }
}
