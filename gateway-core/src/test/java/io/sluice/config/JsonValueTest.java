package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonValueTest {

    // YAML's other words for true and false were written as they are, which is no JSON.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{ logs: on }]            | [{"logs":true}]
            [yes, No, OFF, True]      | [true,false,false,true]
            [0x1F, 1_000, .5, -1.5e3] | ["0x1F","1_000",".5",-1.5e3]
            { a: ~, b: "on", c: d }   | {"a":null,"b":"on","c":"d"}
            """)
    void writesJson(String yaml, String json) {
        List<Problem> problems = new ArrayList<>();
        ConfigNode node = YamlReader.read(yaml, Place.of("f.yml"), new Environment(Map.of()), problems);

        assertThat(problems).isEmpty();
        assertThat(JsonValue.of(Objects.requireNonNull(node)).toString()).isEqualTo(json);
    }
}
