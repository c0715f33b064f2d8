package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexShapeTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | {} | true",
                "{\"_source\":{\"enabled\":false}} | {} | false",
                "{\"_source\":{\"mode\":\"disabled\"}} | {} | false",
                "{\"_source\":{\"excludes\":[\"a\"]}} | {} | false",
                "{\"_source\":{\"includes\":[\"a\"]}} | {} | false",
                "{} | {\"mapping\":{\"source\":{\"mode\":\"disabled\"}}} | false",
                "{} | {\"mapping\":{\"source\":{\"mode\":\"stored\"}}} | true",
                "{} | {\"mapping\":{\"exclude_source_vectors\":\"true\"}} | true"
            })
    void tellsWhatAnIndexKeeps(String mappings, String settings, boolean keeps) throws Exception {
        assertThat(IndexShape.keepsSources(MAPPER.readTree(mappings), MAPPER.readTree(settings)))
                .isEqualTo(keeps);
    }
}
