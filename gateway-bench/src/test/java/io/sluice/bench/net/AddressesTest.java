package io.sluice.bench.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9200", "[::1]:9200", "localhost:1"})
    void areHostsWithPorts(String text) {
        assertThat(Addresses.parse(text).getPort()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:9200", "127.0.0.1:9200/", "127.0.0.1", ":9200", "a:b"})
    void areNothingElse(String text) {
        assertThatThrownBy(() -> Addresses.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected")
                .hasMessageContaining("'" + text + "'");
    }
}
