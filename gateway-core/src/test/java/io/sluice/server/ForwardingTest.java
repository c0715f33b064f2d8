package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.CidrBlock;
import io.sluice.exchange.Origin;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardingTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("10.0.0.1", 4711);
    private final HttpHeaders headers = new DefaultHttpHeaders().set("Host", "search.example");

    private Origin apply(String... trusted) {
        List<CidrBlock> blocks =
                java.util.Arrays.stream(trusted).map(CidrBlock::parse).toList();
        return new Forwarding("http", new Peer(PEER, false), blocks).apply(headers);
    }

    @Test
    void believesNobodyUnlessTold() {
        headers.set("X-Forwarded-For", "1.2.3.4")
                .set("X-Forwarded-Proto", "https")
                .set("Forwarded", "for=1.2.3.4");
        Origin origin = apply();
        assertThat(origin.client()).isEqualTo(PEER);
        assertThat(origin.secure()).isFalse();
        assertThat(headers.getAll("X-Forwarded-For")).containsExactly("10.0.0.1");
        assertThat(headers.getAll("X-Forwarded-Proto")).containsExactly("http");
        assertThat(headers.getAll("Forwarded")).containsExactly("for=10.0.0.1;proto=http;host=\"search.example\"");
    }

    @Test
    void takesTheLastAddressThatIsNoTrustedProxy() {
        headers.set("X-Forwarded-For", "6.6.6.6, 1.2.3.4, 10.9.9.9").set("X-Forwarded-Proto", "https");
        Origin origin = apply("10.0.0.0/8");
        assertThat(origin.client().getAddress().getHostAddress()).isEqualTo("1.2.3.4");
        assertThat(origin.secure()).isTrue();
        assertThat(headers.get("X-Forwarded-For")).isEqualTo("6.6.6.6, 1.2.3.4, 10.9.9.9, 10.0.0.1");
    }

    @Test
    void stopsAtWhatIsNoAddress() {
        headers.set("X-Forwarded-For", "1.2.3.4, unknown, 10.9.9.9");
        assertThat(apply("10.0.0.0/8").client().getAddress().getHostAddress()).isEqualTo("10.9.9.9");
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4:51234, 1.2.3.4",
        "[2001:db8::7]:51234, 2001:db8:0:0:0:0:0:7",
        "[2001:db8::7], 2001:db8:0:0:0:0:0:7",
        "2001:db8::7, 2001:db8:0:0:0:0:0:7",
        "2001:db8::7:443, 2001:db8:0:0:0:0:7:443",
        "::1, 0:0:0:0:0:0:0:1"
    })
    void readsAddressesWithPorts(String hop, String address) {
        headers.set("X-Forwarded-For", "6.6.6.6, " + hop + ", 10.9.9.9:443");
        assertThat(apply("10.0.0.0/8").client().getAddress().getHostAddress()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.2.3.4/24",
                "1.2.3.4:",
                "1.2.3.4:123456",
                "[1.2.3.4",
                "[::1]x",
                "[::1]:",
                ":80",
                "[]:80",
                "2001:db8::7:65536"
            })
    void takesNothingElseForAnAddress(String hop) {
        headers.set("X-Forwarded-For", hop + ", 10.9.9.9");
        assertThat(apply("10.0.0.0/8").client().getAddress().getHostAddress()).isEqualTo("10.9.9.9");
    }

    @Test
    void neverLetsAHostBreakOutOfForwarded() {
        headers.set("Host", "a\";for=6.6.6.6");
        apply();
        assertThat(headers.get("Forwarded")).isEqualTo("for=10.0.0.1;proto=http");
    }
}
