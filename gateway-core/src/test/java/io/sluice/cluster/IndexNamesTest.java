package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"logs", ".hidden", "Alias", "a+b%c", "индекс", "漢字🙂", "a-b_c.d~e", "..."})
    void takesNamesThatServersTake(String name) {
        assertThat(IndexNames.possible(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_all",
                "-a",
                "+a",
                ".",
                "..",
                "a,b",
                "a*",
                "<logs-{now/d}>",
                "a/b",
                "a b",
                "cluster:a",
                "a#",
                "a\nb",
                "a\ud83d",
                "a\u0000"
            })
    void takesNoExpressionsAndNothingThatNoServerTakes(String name) {
        assertThat(IndexNames.possible(name)).isFalse();
    }

    @Test
    void countsTheBytesOfAName() {
        assertThat(IndexNames.possible("a".repeat(255))).isTrue();
        assertThat(IndexNames.possible("a".repeat(256))).isFalse();
        assertThat(IndexNames.possible("я".repeat(127))).isTrue();
        assertThat(IndexNames.possible("я".repeat(128))).isFalse();
    }

    @Test
    void spreadsManyNamesOverPathsThatServersTake() {
        List<String> names =
                IntStream.range(0, 500).mapToObj(i -> "a+b%c-индекс-" + i).toList();

        List<String> paths = IndexNames.paths(names);

        List<String> found = new ArrayList<>();
        for (String path : paths) {
            assertThat(path).hasSizeLessThanOrEqualTo(3000).matches("[A-Za-z0-9%.,_~-]+");
            for (String name : path.split(",")) {
                found.add(URLDecoder.decode(name, StandardCharsets.UTF_8));
            }
        }
        assertThat(found).isEqualTo(names);
        assertThat(paths).hasSizeLessThan(20);
    }

    @Test
    void makesNoPathOfNoNames() {
        assertThat(IndexNames.paths(List.of())).isEmpty();
    }

    @Test
    void cutsAPathBetweenNames() {
        assertThat(IndexNames.middle("a,b,c,d")).isEqualTo(3);
        assertThat(IndexNames.middle("a,bcdefgh")).isEqualTo(1);
        assertThat(IndexNames.middle("abcdefgh,i")).isEqualTo(8);
        assertThat(IndexNames.middle("abc")).isEqualTo(-1);
    }
}
