package io.sluice.index.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenamingTest {

    @Test
    void changesWholeNamesThatMatch() {
        Renaming renaming = Renaming.parse("logs-(.*?)=old-$1");

        assertThat(renaming.apply("logs-2024")).isEqualTo("old-2024");
        assertThat(renaming.apply("my-logs-2024")).isEqualTo("my-logs-2024");
    }

    @Test
    void takesANameLiterally() {
        assertThat(Renaming.to("a$1").apply("logs")).isEqualTo("a$1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs", "=x", "x=", "(=x"})
    void refusesWhatIsNoRenaming(String text) {
        assertThatThrownBy(() -> Renaming.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesAGroupThatIsNotThere() {
        Renaming renaming = Renaming.parse("logs=$1");

        assertThatThrownBy(() -> renaming.apply("logs")).isInstanceOf(IllegalArgumentException.class);
    }
}
