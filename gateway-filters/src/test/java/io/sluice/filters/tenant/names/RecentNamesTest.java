package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

class RecentNamesTest {

    private final List<String> compared = new ArrayList<>();
    private final RecentNames<String, Integer> recent = recent(String::hashCode);

    private RecentNames<String, Integer> recent(ToIntFunction<String> hash) {
        return new RecentNames<>(new RecentNames.Reading<>() {
            @Override
            public int hash(String met) {
                return hash.applyAsInt(met);
            }

            @Override
            public boolean is(String met, String name) {
                compared.add(name);
                return met.equals(name);
            }
        });
    }

    private static void learn(RecentNames<String, Integer> names, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(names.find("n" + i)).isNull();
            names.add("n" + i, i);
            assertThat(names.find("n" + i)).isEqualTo(i);
        }
    }

    @Test
    void findsWhatWasMadeForEachOfAFewNames() {
        assertThat(recent.find("n0")).isNull();

        learn(recent, 10);

        for (int i = 9; i >= 0; i--) {
            assertThat(recent.find("n" + i)).isEqualTo(i);
        }
        assertThat(recent.find("n10")).isNull();
    }

    @Test
    void comparesWithTheNameThatHasTheSameNumberOnly() {
        learn(recent, 10);
        compared.clear();

        recent.find("n7");

        assertThat(compared).containsExactly("n7");
    }

    @Test
    void tellsNamesWithTheSameNumberApart() {
        RecentNames<String, Integer> alike = recent(name -> 7);

        learn(alike, 4);

        for (int i = 0; i < 4; i++) {
            assertThat(alike.find("n" + i)).isEqualTo(i);
        }
        assertThat(alike.find("other")).isNull();
    }

    @Test
    void replacesOneWhereAllPlacesAreTaken() {
        RecentNames<String, Integer> alike = recent(name -> 7);

        learn(alike, 5);

        assertThat(alike.find("n4")).isEqualTo(4);
        assertThat(List.of(0, 1, 2, 3))
                .filteredOn(i -> alike.find("n" + i) == null)
                .hasSize(1);
    }

    @Test
    void keepsTheLastOfManyNames() {
        learn(recent, 1000);

        assertThat(recent.find("n999")).isEqualTo(999);
    }

    @Test
    void forgetsNamesThatNoIndexCanHave() {
        String longest = "n".repeat(255);
        for (String name : List.of(longest, longest + "n")) {
            assertThat(recent.find(name)).isNull();
            recent.add(name, 1);
        }

        assertThat(recent.find(longest)).isEqualTo(1);
        assertThat(recent.find(longest + "n")).isNull();
    }
}
