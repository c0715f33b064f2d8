package io.sluice.bench.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Murmur3Test {
    @ParameterizedTest
    @CsvSource({
        "'', 00000000",
        "h, 3fb8ba02",
        "he, ce30a49f",
        "hel, 0c7cee6b",
        "hell, 5a0cb7c3",
        "hello, d7c31989",
        "hello world!, da1575e5",
        "Γειά σου Κόσμε, 8ded82be",
        "Supplementary planes too 🙂, 8274606c",
        "The quick brown fox jumps over the lazy dog, e07db09c"
    })
    void agreesWithElasticsearchsVectors(String text, String hex) {
        assertThat(Integer.toHexString(Murmur3.hash(text))).isEqualTo(hex.replaceFirst("^0+(?=.)", ""));
    }
}
