package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KnownPatternsTest {
    private final ConfigLoader loader = new ConfigLoader(Map.of());

    record Names(
            @Key("one") Pattern one,
            @Key("many") List<Pattern> many,

            @Key(value = "left out", def = "a+") Pattern otherwise) {}

    private Names read(String yaml) throws ConfigException {
        return loader.parseFilter(yaml, "names.yml", Path.of("/etc/sluice"), Names.class);
    }

    @Test
    void haveRecordsThatAreReadAnewEqualThoseOfTheSameText() throws Exception {
        Names first = read("{ one: 'logs-.*', many: [x, y] }");

        assertThat(read("{ many: [x, y], one: 'logs-.*' }")).isEqualTo(first);
        assertThat(read("{ one: 'logs-.+', many: [x, y] }")).isNotEqualTo(first);
        assertThat(read("{ one: 'logs-.*', many: [x, z] }")).isNotEqualTo(first);
    }
}
