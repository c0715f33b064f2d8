package io.sluice.bench.searches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchWayTest {

    @Test
    void namesAScenarioAndAnAddress() throws Exception {
        SearchWay way = SearchWay.parse("direct=search@127.0.0.1:9200");

        assertThat(way.name()).isEqualTo("direct");
        assertThat(way.scenario().name()).isEqualTo("search");
        assertThat(way.target().getPort()).isEqualTo(9200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "direct",
                "direct=search",
                "search@127.0.0.1:9200",
                "=search@127.0.0.1:9200",
                "a=nosuch@127.0.0.1:1"
            })
    void refusesWhatSaysLess(String text) {
        assertThatThrownBy(() -> SearchWay.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
