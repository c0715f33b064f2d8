package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import io.sluice.api.ByteSize;
import io.sluice.api.CidrBlock;
import io.sluice.config.DiscoveryConfig;
import io.sluice.config.DiscoveryConfig.Addresses;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedAddressesTest {
    private static final HostPort ANY_NODE = HostPort.parse("some-node:9200");

    private static DiscoveryConfig config(Map<HostPort, HostPort> mapping, String... allow) {
        List<CidrBlock> blocks = Stream.of(allow).map(CidrBlock::parse).toList();
        return new DiscoveryConfig(
                true,
                Duration.ofSeconds(30),
                Addresses.PUBLISH,
                mapping,
                blocks,
                1000,
                Duration.ofSeconds(15),
                new ByteSize(1 << 20));
    }

    private static AllowedAddresses withSeeds(String... seeds) {
        return new AllowedAddresses(
                config(Map.of()), Stream.of(seeds).map(HostPort::parse).collect(Collectors.toSet()));
    }

    private static InetAddress ip(String literal) {
        InetAddress address = NetUtil.createInetAddressFromIpAddressString(literal);
        assertThat(address).as(literal).isNotNull();
        return address;
    }

    private static boolean permits(AllowedAddresses allowed, String literal) {
        return allowed.permits(ANY_NODE, ip(literal));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.7.7", "fd12::1"})
    void privateRangesAreAllowedUnlessTheConfigurationSaysWhatIs(String address) throws IOException {
        assertThat(permits(withSeeds("10.0.0.1:9200"), address)).isTrue();
        assertThat(new AllowedAddresses(config(Map.of(), "203.0.113.0/24"), Set.of(ANY_NODE))
                        .permits(HostPort.parse("other:1"), ip(address)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "::1",
                "::ffff:127.0.0.1",
                "169.254.169.254",
                "fe80::1",
                "0.0.0.0",
                "::",
                "224.0.0.1",
                "8.8.8.8",
                "172.32.0.1",
                "100.100.100.200",
                "2001:db8::1",
                "64:ff9b::7f00:1"
            })
    void nothingElseIsByDefault(String address) {
        assertThat(permits(withSeeds("10.0.0.1:9200"), address)).isFalse();
    }

    @Test
    void loopbackIsAllowedWhereASeedIsLoopback() {
        for (String seed : List.of("127.0.0.1:9200", "[::1]:9200")) {
            assertThat(permits(withSeeds(seed), "127.0.0.2")).isTrue();
            assertThat(permits(withSeeds(seed), "::1")).isTrue();
            assertThat(permits(withSeeds(seed), "0.0.0.0")).isFalse();
        }
    }

    @Test
    void theNetworksOfSeedsAreAllowed() {
        AllowedAddresses allowed = withSeeds("203.0.113.7:9200", "[2001:db8:1:2::7]:9200");
        assertThat(permits(allowed, "203.0.113.200")).isTrue();
        assertThat(permits(allowed, "203.0.114.1")).isFalse();
        assertThat(permits(allowed, "2001:db8:1:2:ffff::1")).isTrue();
        assertThat(permits(allowed, "2001:db8:1:3::1")).isFalse();
    }

    @Test
    void theNetworksOfSeedsThatAreNamesFollowTheirAddresses() {
        AllowedAddresses allowed = withSeeds("es.example:9200");
        assertThat(permits(allowed, "203.0.113.200")).isFalse();

        allowed.followSeeds(host -> List.of(ip("203.0.113.7")));
        assertThat(permits(allowed, "203.0.113.200")).isTrue();

        allowed.followSeeds(host -> {
            throw new IOException("no name server answers");
        });
        assertThat(permits(allowed, "203.0.113.200"))
                .as("the last known ones stay")
                .isTrue();

        allowed.followSeeds(host -> List.of(ip("198.51.100.7")));
        assertThat(permits(allowed, "203.0.113.200")).isFalse();
        assertThat(permits(allowed, "198.51.100.1")).isTrue();
    }

    @Test
    void seedsAndMappedAddressesMayBeAnywhere() {
        HostPort seed = HostPort.parse("es.example:9200");
        HostPort mapped = HostPort.parse("nat.example:19200");
        AllowedAddresses allowed =
                new AllowedAddresses(config(Map.of(HostPort.parse("10.0.0.1:9200"), mapped)), Set.of(seed));
        assertThat(allowed.permits(seed, ip("8.8.8.8"))).isTrue();
        assertThat(allowed.permits(mapped, ip("8.8.8.8"))).isTrue();
        assertThat(allowed.permits(HostPort.parse("nat.example:9200"), ip("8.8.8.8")))
                .isFalse();
    }
}
