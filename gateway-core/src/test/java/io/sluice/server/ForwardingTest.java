package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.CidrBlock;
import io.sluice.exchange.Origin;
import io.sluice.failure.Failure;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardingTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("10.0.0.1", 4711);
    private final HttpHeaders headers = new DefaultHttpHeaders().set("Host", "search.example");

    private static Forwarding trusting(String... proxies) {
        List<CidrBlock> blocks = Stream.of(proxies).map(CidrBlock::parse).toList();
        return new Forwarding("http", new Peer(PEER, false), blocks);
    }

    private Origin apply(String... trusted) {
        return trusting(trusted).apply(headers);
    }

    private @Nullable Failure check(String... trusted) {
        return trusting(trusted).check(headers);
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

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4:51234, 1.2.3.4",
        "[2001:db8::7]:51234, 2001:db8:0:0:0:0:0:7",
        "[2001:db8::7], 2001:db8:0:0:0:0:0:7",
        "2001:db8::7, 2001:db8:0:0:0:0:0:7",
        "2001:db8::7:443, 2001:db8:0:0:0:0:7:443",
        "::1, 0:0:0:0:0:0:0:1",
        "fe80::1%eth0, fe80:0:0:0:0:0:0:1",
        "[fe80::1%25eth0]:51234, fe80:0:0:0:0:0:0:1"
    })
    void readsAddressesWithPortsAndZones(String hop, String address) {
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
                "2001:db8::7:65536",
                "unknown",
                "_hidden",
                "unix:",
                "client.example",
                "999.1.1.1",
                "1.2.3.4%eth0",
                "fe80::1%"
            })
    void refusesAnythingElseInThePlaceOfTheClient(String hop) {
        for (String chain : List.of("6.6.6.6, " + hop, "6.6.6.6, " + hop + ", 10.9.9.9", hop + ",10.9.9.9")) {
            headers.set("X-Forwarded-For", chain);
            assertThat(check("10.0.0.0/8"))
                    .as(chain)
                    .extracting(Failure::status)
                    .isEqualTo(400);
        }
    }

    @Test
    void asksNothingOfWhatStandsBeforeTheClient() {
        headers.set("X-Forwarded-For", "unknown, , 1.2.3.4, 10.9.9.9");
        assertThat(check("10.0.0.0/8")).isNull();
        assertThat(apply("10.0.0.0/8").client().getAddress().getHostAddress()).isEqualTo("1.2.3.4");
    }

    @Test
    void asksNothingOfProxiesThatAreNotTrusted() {
        headers.set("X-Forwarded-For", "unknown");
        assertThat(check()).isNull();
        assertThat(apply().client()).isEqualTo(PEER);
    }

    @Test
    void takesAnEmptyHeaderForNone() {
        headers.set("X-Forwarded-For", List.of("", ""));
        assertThat(check("10.0.0.0/8")).isNull();
        assertThat(apply("10.0.0.0/8").client()).isEqualTo(PEER);
        assertThat(headers.get("X-Forwarded-For")).isEqualTo("10.0.0.1");
    }

    @Test
    void neverLetsAHostBreakOutOfForwarded() {
        headers.set("Host", "a\";for=6.6.6.6");
        apply();
        assertThat(headers.get("Forwarded")).isEqualTo("for=10.0.0.1;proto=http");
    }
}
