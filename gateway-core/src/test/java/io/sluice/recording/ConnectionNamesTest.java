package io.sluice.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectionNamesTest {
    private final ConnectionNames names = new ConnectionNames();

    private static InetSocketAddress client(int port) {
        return InetSocketAddress.createUnresolved("192.0.2.1", port);
    }

    @Test
    void areTheSameForOneConnection() {
        assertThat(names.of("default", client(1000)))
                .isEqualTo(names.of("default", client(1000)))
                .matches("[0-9a-f]{20}");
    }

    @Test
    void areOthersInAnotherRecording() {
        assertThat(new ConnectionNames().of("default", client(1000))).isNotEqualTo(names.of("default", client(1000)));
        assertThat(names.of("other", client(1000))).isNotEqualTo(names.of("default", client(1000)));
    }

    /** A hash that is computed unit by unit shows in what two addresses differ, whatever it began with. */
    @Test
    void haveNothingInCommonForNeighbours() {
        Set<String> beginnings = new HashSet<>();
        for (int port = 1000; port < 1010; port++) {
            beginnings.add(names.of("default", client(port)).substring(0, 4));
        }

        assertThat(beginnings).hasSizeGreaterThan(5);
    }
}
