package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentNamesTest {
    private final RecentNames<Integer> recent = new RecentNames<>();

    @Test
    void findsWhatWasMadeForEachOfAFewNames() {
        for (int i = 0; i < 16; i++) {
            recent.add("n" + i, i);
        }

        for (int i = 15; i >= 0; i--) {
            assertThat(recent.find("n" + i, String::equals)).isEqualTo(i);
        }
        assertThat(recent.find("n16", String::equals)).isNull();
    }

    @Test
    void replacesTheOldest() {
        for (int i = 0; i < 40; i++) {
            assertThat(recent.find("n" + i, String::equals)).isNull();
            recent.add("n" + i, i);
            assertThat(recent.find("n" + i, String::equals)).isEqualTo(i);
        }

        assertThat(recent.find("n23", String::equals)).isNull();
        assertThat(recent.find("n24", String::equals)).isEqualTo(24);
    }

    @Test
    void comparesWithTheLastNameFirst() {
        List<String> compared = new ArrayList<>();
        recent.add("a", 1);
        recent.add("b", 2);
        recent.find("a", String::equals);

        recent.find("a", (met, name) -> {
            compared.add(name);
            return met.equals(name);
        });

        assertThat(compared).containsExactly("a");
    }
}
