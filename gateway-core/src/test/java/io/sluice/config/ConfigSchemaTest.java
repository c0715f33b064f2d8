package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ConfigSchemaTest {

    @Test
    void describesKeysWithTypeDefaultAndMeaning() throws Exception {
        // When
        JsonNode schema = new ObjectMapper().readTree(ConfigSchema.of(SampleSettings.TYPES));

        // Then
        assertThat(schema.at("/$defs/RouteConfig/required").toString()).isEqualTo("[\"flow\"]");
        JsonNode pool = schema.at("/$defs/PoolConfig/properties");
        assertThat(pool.at("/maxConnectionsPerNode/default").intValue()).isEqualTo(256);
        assertThat(pool.at("/idleTimeout/default").textValue()).isEqualTo("45s");
        assertThat(schema.at("/$defs/MatchConfig/properties/methods/minItems").intValue())
                .isEqualTo(1);
        assertThat(pool.at("/maxQueue/description").textValue()).contains("429");
        assertThat(schema.at("/$defs/ProcessConfig/properties/transport/anyOf/0/enum")
                        .toString())
                .isEqualTo("[\"auto\",\"epoll\",\"nio\",\"io_uring\"]");
    }

    @Test
    void describesFiltersByTheirTypeAndTheirRecordAlsoOneThatContainsItself() throws Exception {
        // When
        JsonNode schema = new ObjectMapper().readTree(ConfigSchema.of(SampleSettings.TYPES));

        // Then
        JsonNode filter = schema.at("/$defs/FilterConfig/oneOf/0");
        assertThat(filter.at("/properties/type/const").textValue()).isEqualTo("sample");
        assertThat(filter.at("/required").toString()).isEqualTo("[\"type\",\"config\"]");
        assertThat(schema.at("/$defs/Rule/properties/any/items/$ref").textValue())
                .isEqualTo("#/$defs/Rule");
        assertThat(schema.at("/$defs/Rule/properties/header/required").size()).isEqualTo(2);
    }
}
