package io.sluice.index.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {

    @Test
    void tellsProductsApart() {
        assertThat(Server.of("2.19.6")).hasToString("OpenSearch 2.19");
        assertThat(Server.of("8.19.0-SNAPSHOT")).hasToString("Elasticsearch 8.19");
    }

    @Test
    void comparesVersionsOfOneProductOnly() {
        assertThat(Server.of("8.19.1").elasticsearchSince(8, 4)).isTrue();
        assertThat(Server.of("8.3.1").elasticsearchSince(8, 4)).isFalse();
        assertThat(Server.of("3.1.0").openSearchSince(2, 19)).isTrue();
        assertThat(Server.of("9.0.0").openSearchSince(2, 4)).isFalse();
        assertThat(Server.of("2.19.0").elasticsearchSince(1, 0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.8.23", "five", "", "8"})
    void refusesWhatItCannotServe(String version) {
        assertThatThrownBy(() -> Server.of(version)).isInstanceOf(IllegalArgumentException.class);
    }
}
