package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerValueTest {

    private final List<String> made = new ArrayList<>();

    private PerValue<String> of(int most) {
        return new PerValue<>(most, value -> {
            made.add(value);
            return value;
        });
    }

    @Test
    void keepsTheFirstValuesApartAndTheRestTogether() {
        PerValue<String> values = of(2);

        for (int i = 0; i < 3; i++) {
            assertThat(values.of("a")).isEqualTo("a");
            assertThat(values.of("b")).isEqualTo("b");
            assertThat(values.of("c" + i)).isEqualTo("other");
        }

        assertThat(made).containsExactly("other", "a", "b");
    }

    @Test
    void aValueThatIsCalledOtherTakesNoPlace() {
        PerValue<String> values = of(1);

        assertThat(values.of("other")).isEqualTo("other");
        assertThat(values.of("a")).isEqualTo("a");
    }

    @Test
    void mayKeepAllTogether() {
        assertThat(of(0).of("a")).isEqualTo("other");
        assertThatThrownBy(() -> of(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
