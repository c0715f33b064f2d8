package io.sluice.styles.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswersTest {
    @Test
    void takesABulkWithoutErrorsAndReadsItToItsEnd() throws IOException {
        InputStream answer = bytes("{\"took\":3,\"errors\":false,\"items\":[" + "{},".repeat(9000) + "{}]}");

        assertThatCode(() -> Answers.requireNoErrors(answer)).doesNotThrowAnyException();
        assertThat(answer.available()).isZero();
    }

    @Test
    void refusesABulkWithErrors() {
        assertThatThrownBy(() -> Answers.requireNoErrors(bytes("{\"took\":3,\"errors\":true,\"items\":[]}")))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> Answers.requireNoErrors(bytes("{\"error\":{\"errors\":false}}")))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void readsTheTotalOfASearchAndNoOtherValue() throws IOException {
        String answer =
                "{\"took\":1,\"_shards\":{\"total\":5},\"hits\":{\"total\":{\"value\":42,\"relation\":\"eq\"},\"hits\":[]}}";

        assertThat(Answers.hits(bytes(answer))).isEqualTo(42);
    }

    @Test
    void asksForAPhraseWhateverCharactersItHas() {
        assertThat(Phrase.json("a\"b\\c"))
                .isEqualTo("{\"query\":{\"match_phrase\":{\"name\":{\"query\":\"a\\\"b\\\\c\"}}}}");
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
