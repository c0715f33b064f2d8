package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrBlockTest {

    /** A name server would be asked for hosts of these names, and the error would be that there are none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "999.1.1.1",
                "1.2.3.256",
                "1.2.3.999/8",
                ".1:2",
                ".:",
                "1.2.3",
                "1.2.3.4.5",
                "localhost",
                "::1%lo",
                "[::1]",
                "1:2",
                "::1::",
                ":",
                "",
                "/8"
            })
    void neverAsksANameServer(String text) {
        assertThatThrownBy(() -> CidrBlock.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an IP address")
                .hasNoCause();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0/8",
        "192.0.2.1, 192.0.2.1/32",
        "255.255.255.255, 255.255.255.255/32",
        "010.001.1.1, 10.1.1.1/32",
        "fd00::/8, fd00:0:0:0:0:0:0:0/8",
        "::, 0:0:0:0:0:0:0:0/128",
        "2001:DB8::7, 2001:db8:0:0:0:0:0:7/128",
        "::ffff:192.0.2.1, 192.0.2.1/32",
        "::192.0.2.1, 0:0:0:0:0:0:c000:201/128"
    })
    void readsAddressesAndBlocks(String text, String block) {
        assertThat(CidrBlock.parse(text)).hasToString(block);
    }

    @Test
    void refusesAPrefixThatIsTooLong() {
        assertThatThrownBy(() -> CidrBlock.parse("::ffff:192.0.2.1/104")).hasMessageContaining("between 0 and 32");
        assertThatThrownBy(() -> CidrBlock.parse("10.0.0.0/x")).hasMessageContaining("not a number");
    }
}
