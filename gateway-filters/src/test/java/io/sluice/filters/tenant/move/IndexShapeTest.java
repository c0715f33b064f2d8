package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
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

    @Test
    void givesNoPipelinesToANewIndex() throws Exception {
        ObjectNode settings = (ObjectNode)
                MAPPER.readTree(
                        "{\"default_pipeline\":\"a\",\"final_pipeline\":\"b\",\"search\":{\"default_pipeline\":\"c\",\"idle\":\"d\"}}");
        ObjectNode none = MAPPER.createObjectNode();

        assertThat(new IndexShape(none, settings, none, true, true).settingsOfNew())
                .hasToString("{\"search\":{\"idle\":\"d\"}}");
    }
}
