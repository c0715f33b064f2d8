package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderListTest {

    @Test
    void keepsOrderAndRepetitionsAndComparesNamesWithoutCase() {
        Headers headers = Headers.of("A", "1").and("b", "2").and("a", "3");
        assertThat(headers.get("a")).isEqualTo("1");
        assertThat(headers.all("A")).containsExactly("1", "3");
        assertThat(headers.size()).isEqualTo(3);
        assertThat(headers.contains("B")).isTrue();
        assertThat(headers.get("c")).isNull();
        assertThat(headers).hasToString("A: 1\nb: 2\na: 3\n");
    }

    @Test
    void setsOneInThePlaceOfAllUnderItsName() {
        Headers headers = Headers.of("A", "1").and("b", "2").and("a", "3");
        assertThat(headers.with("a", "4").all("a")).containsExactly("4");
        assertThat(headers.without("A").size()).isEqualTo(1);
        assertThat(headers.size()).as("the first list is not changed").isEqualTo(3);
        assertThat(Headers.empty().without("x").size()).isZero();
    }

    @Test
    void forgetsWhatWasTakenOut() {
        // Given
        Headers headers =
                Headers.of("a", "1").and("b", "2").and("A", "3").and("c", "4").and("a", "5");
        // When
        Headers left = headers.without("a");
        // Then
        assertThat(left).hasToString("b: 2\nc: 4\n");
        assertThat(left.get("a")).isNull();
        assertThat(left.all("a")).isEmpty();
        assertThat(left.and("d", "6")).hasToString("b: 2\nc: 4\nd: 6\n");
        assertThat(left.and("d", "6").without("c").with("b", "7")).hasToString("d: 6\nb: 7\n");
        assertThat(left.with("a", "8").with("c", "9")).hasToString("b: 2\na: 8\nc: 9\n");
        assertThat(headers.all("a")).containsExactly("1", "3", "5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:", "a\r", "ä", "a\u0000", "(a)", "a/b", "\u212a"})
    void refusesNamesThatAreNoTokens(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> Headers.of(name, "v"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nb: c", "\n", "\r", "\u0000", "\u007f", "a\u000bb", "日", "\u0100"})
    void refusesValuesThatCouldEndTheHeader(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> Headers.of("a", value));
        assertThatIllegalArgumentException().isThrownBy(() -> Headers.empty().with("a", value));
    }

    @Test
    void takesTabsAndLatin1() {
        assertThat(Headers.of("a", "x\ty é").get("a")).isEqualTo("x\ty é");
    }
}
