package io.sluice.bulk.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ParserFactoriesTest {

    private final JsonFactory pattern = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(3)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();
    private final ParserFactories factories = new ParserFactories(pattern);

    @Test
    void giveOneFactoryUntilItsNamesCouldBeMany() {
        JsonFactory first = factories.reading(ParserFactories.MOST / 2);

        assertThat(factories.reading(ParserFactories.MOST / 2)).isSameAs(first).isNotSameAs(pattern);

        JsonFactory second = factories.reading(1);
        assertThat(second).isNotSameAs(first);
        assertThat(factories.reading(ParserFactories.MOST - 1)).isSameAs(second);
        assertThat(factories.reading(1)).isNotSameAs(second);
    }

    @Test
    void giveFactoriesThatReadAlike() throws Exception {
        for (int i = 0; i < 3; i++) {
            JsonFactory factory = factories.reading(ParserFactories.MOST);

            read(factory, "{/* a */\"" + "n".repeat(60_000) + "\":[]}");
            assertThatThrownBy(() -> read(factory, "{\"a\":1,\"a\":2}"))
                    .isInstanceOf(JsonParseException.class)
                    .hasMessageContaining("Duplicate field 'a'");
            assertThatThrownBy(() -> read(factory, "[[[[]]]]")).isInstanceOf(StreamConstraintsException.class);
        }
    }

    private static void read(JsonFactory factory, String text) throws IOException {
        try (JsonParser parser = factory.createParser(text.getBytes(StandardCharsets.UTF_8))) {
            while (parser.nextToken() != null) {
                parser.currentName();
            }
        }
    }
}
