package io.sluice.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTemplateTest {

    @Test
    void fillsStringsAsKeysAndValuesAroundTheHole() {
        JsonTemplate template =
                JsonTemplate.parse("{\"bool\":{\"must\":[@query],\n  \"filter\":[{\"term\":{$field:$tenant}}]}}");
        JsonTemplate.Filled filled = template.fill(Map.of("field", "tenant_id", "tenant", "acme"));
        assertThat(template.names()).containsExactlyInAnyOrder("field", "tenant");
        assertThat(filled.hasHole()).isTrue();
        assertThat(new String(filled.before(), UTF_8)).isEqualTo("{\"bool\":{\"must\":[");
        assertThat(new String(filled.after(), UTF_8)).isEqualTo("],\"filter\":[{\"term\":{\"tenant_id\":\"acme\"}}]}}");
        assertThatIllegalStateException().isThrownBy(filled::json);
    }

    @Test
    void keepsWhatIsFilledInDataWhateverItContains() {
        String hostile = "a\"},\"x\":{\"$y\": \"\n\\@z";
        Json json = JsonTemplate.parse("{$k:$v}")
                .fill(Map.of("k", hostile, "v", hostile))
                .json();
        assertThat(json).isEqualTo(Json.parse("{" + Json.string(hostile) + ":" + Json.string(hostile) + "}"));
        assertThat(json.toString()).doesNotContain("\n");
    }

    @Test
    void takesASignInsideAStringAsText() {
        assertThat(JsonTemplate.parse("[\"$a @b \\\"$c\", $d]")
                        .fill(Map.of("d", "1"))
                        .json())
                .hasToString("[\"$a @b \\\"$c\",\"1\"]");
    }

    @Test
    void leavesOutWhiteSpaceBetweenTokens() {
        assertThat(JsonTemplate.parse("{\n\t\"a b\" : [ 1 ,\r\n true ] }")
                        .fill(Map.of())
                        .json())
                .hasToString("{\"a b\":[1,true]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{@a:1}",
                "[@a,@a]",
                "[@a,@b]",
                "$",
                "[@]",
                "$a$b",
                "[$a $b]",
                "[1 2]",
                "[tr ue]",
                "\"a",
                "{$a}",
                "$a:1",
                "@a 1",
                "1@a",
                "[\"x\"$a]",
                "\"\n\"",
                "[1\n2]"
            })
    void refusesATemplateThatCannotBecomeJson(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonTemplate.parse(text));
    }

    @Test
    void namesTheValueThatIsMissingOrUnknown() {
        JsonTemplate template = JsonTemplate.parse("[$a,$b]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.fill(Map.of("a", "1")))
                .withMessageContaining("$b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.fill(Map.of("a", "1", "b", "2", "c", "3")))
                .withMessageContaining("$c");
    }

    @Test
    void isOnlyAHoleWhenThereIsNothingElse() {
        JsonTemplate.Filled filled = JsonTemplate.parse("@x").fill(Map.of());
        assertThat(filled.before()).isEmpty();
        assertThat(filled.after()).isEmpty();
        assertThat(new JsonEdit.Wrap(filled).inside()).isEqualTo(JsonEdit.verbatim());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JsonEdit.Wrap(JsonTemplate.parse("1").fill(Map.of())));
    }
}
