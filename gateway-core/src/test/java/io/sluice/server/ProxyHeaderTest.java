package io.sluice.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Balancers that say with the PROXY protocol whose connection they relay. */
class ProxyHeaderTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final byte[] SIGNATURE = {13, 10, 13, 10, 0, 13, 10, 'Q', 'U', 'I', 'T', 10};

    private static TestGateway gateway(String more, TestNode node) throws Exception {
        return new TestGateway(TestGateway.yaml(
                "proxyProtocol: [127.0.0.0/8]\n    " + more,
                "nodes: [\"" + node.address() + "\"]\n    discovery: { enabled: false }"));
    }

    private static byte[] version2(int command, byte[] address) {
        return version2(command, command == 0 ? 0 : 0x11, address);
    }

    private static byte[] version2(int command, int protocol, byte[] address) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE);
        out.write(0x20 | command);
        out.write(protocol);
        out.write(0);
        out.write(address.length);
        out.writeBytes(address);
        return out.toByteArray();
    }

    private static String answer(Socket socket) throws Exception {
        return new String(socket.getInputStream().readNBytes(15), ISO_8859_1);
    }

    private static void send(Socket socket, byte[] bytes) throws Exception {
        socket.getOutputStream().write(bytes);
    }

    @Test
    void takesTheAddressOfTheClientFromVersion1EvenIfItComesByteByByte() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway("", node);
                Socket socket = gateway.connect()) {
            socket.setTcpNoDelay(true);
            for (byte octet : ("PROXY TCP4 203.0.113.7 10.0.0.1 5000 443\r\n" + GET).getBytes(ISO_8859_1)) {
                send(socket, new byte[] {octet});
            }

            assertThat(answer(socket)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(node.requests().getFirst().header("X-Forwarded-For")).isEqualTo("203.0.113.7");
        }
    }

    private static byte[] fromPort(int port) {
        return new byte[] {(byte) 203, 0, 113, 8, 10, 0, 0, 1, (byte) (port >> 8), (byte) port, 1, (byte) 0xbb};
    }

    @ParameterizedTest
    @ValueSource(ints = {5000, 0})
    void takesTheAddressOfTheClientFromVersion2WhateverItsPort(int port) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway("", node);
                Socket socket = gateway.connect()) {
            send(socket, version2(1, fromPort(port)));
            send(socket, GET.getBytes(StandardCharsets.US_ASCII));

            assertThat(answer(socket)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(node.requests().getFirst().header("X-Forwarded-For")).isEqualTo("203.0.113.8");
        }
    }

    @Test
    void takesTheBalancersOwnConnectionsForWhatTheyAre() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway("", node);
                Socket local = gateway.connect();
                Socket datagrams = gateway.connect();
                Socket unknown = gateway.connect()) {
            send(local, version2(0, new byte[0]));
            send(local, GET.getBytes(StandardCharsets.US_ASCII));
            send(datagrams, version2(1, 0x12, fromPort(5000)));
            send(datagrams, GET.getBytes(StandardCharsets.US_ASCII));
            send(unknown, ("PROXY UNKNOWN\r\n" + GET).getBytes(StandardCharsets.US_ASCII));

            assertThat(answer(local)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answer(datagrams)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answer(unknown)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(node.requests())
                    .allSatisfy(request ->
                            assertThat(request.header("X-Forwarded-For")).isEqualTo("127.0.0.1"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                GET,
                "PROXY TCP4 a b 1 2\r\n" + GET,
                "PROXY TCP4 203.0.113.7 10.0.0.1 5000\r\n" + GET,
                "PROXY TCP4 203.0.113.7 10.0.0.1 5000 443 "
                        + "and more and more and more and more and more and more and more and more and more and more"
            })
    void closesAConnectionWithoutAValidHeader(String sent) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway("", node);
                Socket socket = gateway.connect()) {
            send(socket, sent.getBytes(ISO_8859_1));

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(gateway.meters().scrape())
                            .contains("sluice_refused_total{failure=\"bad-request\",listener=\"http\"} 1.0"));
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void closesAConnectionWhoseHeaderDoesNotComeInTime() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway("timeouts: { head: 200ms }", node);
                Socket socket = gateway.connect()) {
            send(socket, "PROXY TCP4 203".getBytes(ISO_8859_1));

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "TCP4 203.0.113.7 10.0.0.1, TCP4 203.0.113.8 10.0.0.1, TCP4 203.0.113.7 10.0.0.1",
        "TCP6 2001:db8::7 2001:db8:ffff::1, TCP6 2001:db8:0:1::7 2001:db8:ffff::1, TCP6 2001:db8::8 2001:db8:ffff::1"
    })
    void countsTheConnectionsOfAClientByItsOwnNetwork(String first, String elsewhere, String same) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway("limits: { connectionsPerAddress: 1 }", node);
                Socket one = gateway.connect();
                Socket other = gateway.connect();
                Socket again = gateway.connect()) {
            send(one, ("PROXY " + first + " 5000 443\r\n" + GET).getBytes(ISO_8859_1));
            assertThat(answer(one)).isEqualTo("HTTP/1.1 200 OK");
            send(other, ("PROXY " + elsewhere + " 5000 443\r\n" + GET).getBytes(ISO_8859_1));
            assertThat(answer(other)).isEqualTo("HTTP/1.1 200 OK");
            send(again, ("PROXY " + same + " 5001 443\r\n" + GET).getBytes(ISO_8859_1));
            assertThat(answer(again)).isEqualTo("HTTP/1.1 429 To");

            one.close();
            Awaitility.await().until(() -> gateway.gateway().connections() <= 2);
        }
    }

    @Test
    void knowsNoHeaderFromOtherAddresses() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        "proxyProtocol: [10.0.0.0/8]",
                        "nodes: [\"" + node.address() + "\"]\n    discovery: { enabled: false }"));
                Socket socket = gateway.connect()) {
            send(socket, ("PROXY TCP4 203.0.113.7 10.0.0.1 5000 443\r\n" + GET).getBytes(ISO_8859_1));

            assertThat(answer(socket)).isEqualTo("HTTP/1.1 400 Ba");
            assertThat(node.requests()).isEmpty();
        }
    }
}
