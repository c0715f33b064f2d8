package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptedCodingsTest {

    private static boolean prefersGzip(String lines) {
        return AcceptedCodings.of(Arrays.asList(lines.split("\\|"))).prefersGzip();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "GZIP",
                "x-gzip",
                "gzip, deflate",
                "deflate,gzip;q=0.001",
                "gzip;q=1.0, identity;q=0.5",
                "gzip ; q=0.5 , identity;q=0",
                "identity;q=0, *",
                "*",
                "*;q=0, gzip",
                "gzip;q=0.5, *;q=0.5",
                "deflate|gzip",
                ",,gzip,,"
            })
    void makesGzipWhereItIsWelcome(String header) {
        assertThat(prefersGzip(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip;q=0",
                "gzip; q=0.000",
                "gzip;Q=0",
                "x-gzip;q=0",
                "gzip;q=0, *",
                "deflate, gzip;q=0|br",
                "*;q=0",
                "identity",
                "identity;q=1, gzip;q=0.5",
                "gzip;q=0.5, *;q=1",
                "deflate, br",
                "gzipped",
                "not-gzip",
                "gzip;q=",
                "gzip;q=x",
                "gzip;q=2",
                "gzip;q=-1",
                "gzip;q=NaN",
                ";q=1",
                ""
            })
    void makesNoGzipWhereItIsNot(String header) {
        assertThat(prefersGzip(header)).isFalse();
    }

    @Test
    void makesNoGzipWhereNothingIsSaid() {
        assertThat(AcceptedCodings.of(List.of()).prefersGzip()).isFalse();
    }
}
