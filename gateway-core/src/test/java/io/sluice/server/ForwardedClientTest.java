package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a proxy tells of its client, who must not get the proxy's address and rights. */
class ForwardedClientTest {

    private static String get(String fields) {
        return "GET /a HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown",
                "unix:",
                "203.0.113.9, unix:",
                "203.0.113.9, _hidden, 127.0.0.2",
                "203.0.113.9,",
                "203.0.113.9, , 127.0.0.2",
                ","
            })
    void isRefusedWhereNoAddressStandsInItsPlace(String chain) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, "trustedProxies: [127.0.0.0/8]");
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer =
                    client.send(get("X-Forwarded-For: " + chain + "\r\n")).read();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("\"type\":\"illegal_argument_exception\"")
                    .contains("X-Forwarded-For");
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void isTheProxyWhereItTellsOfNone() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, "trustedProxies: [127.0.0.0/8]");
                RawClient client = new RawClient(gateway.port())) {
            assertThat(client.send(get("")).read().status()).isEqualTo(200);
            assertThat(client.send(get("X-Forwarded-For: \r\n")).read().status())
                    .isEqualTo(200);
        }
    }

    /** Proxies append their client to an empty header, too, and then to one that begins with a comma. */
    @ParameterizedTest
    @ValueSource(strings = {", 127.0.0.5", " , ,127.0.0.5, 127.0.0.6", "\r\nX-Forwarded-For: 127.0.0.5"})
    void isTheFirstAddressWhereNothingStandsBeforeIt(String chain) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, "trustedProxies: [127.0.0.0/8]");
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer =
                    client.send(get("X-Forwarded-For: " + chain + "\r\n")).read();

            assertThat(answer.status()).isEqualTo(200);
        }
    }

    @Test
    void isNotReadWhereTheProxyIsNotTrusted() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("", node, "");
                RawClient client = new RawClient(gateway.port())) {
            assertThat(client.send(get("X-Forwarded-For: unknown\r\n")).read().status())
                    .isEqualTo(200);
        }
    }
}
