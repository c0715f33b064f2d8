package io.sluice.filters.tenant.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.identity.ClientNames.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentReadingsTest {
    private final List<String> asked = new ArrayList<>();
    private final RecentReadings readings = new RecentReadings(name -> {
        asked.add(name);
        return read(name);
    });

    private static Reading read(String name) {
        return name.startsWith("x") ? null : new Reading(name.substring(0, 1), name);
    }

    @Test
    void readsANameOnceAsLongAsItIsNamedAgain() {
        for (int i = 0; i < 10; i++) {
            assertThat(readings.of("logs")).isEqualTo(read("logs"));
            assertThat(readings.of("xlogs")).isNull();
        }
        assertThat(asked).containsExactly("logs", "xlogs");
    }

    @Test
    void tellsNamesOfOneSlotApart() {
        // "Aa" and "BB" have the same hash code.
        for (int i = 0; i < 3; i++) {
            assertThat(readings.of("aAa")).isEqualTo(read("aAa"));
            assertThat(readings.of("aBB")).isEqualTo(read("aBB"));
        }
        assertThat(asked).hasSize(6);
    }

    @Test
    void keepsNoNameThatIsLongerThanAnyIndex() {
        String name = "a".repeat(256);
        readings.of(name);
        readings.of(name);
        assertThat(asked).hasSize(2);
    }

    @Test
    void saysTheSameToAllThreads() {
        RecentReadings shared = new RecentReadings(RecentReadingsTest::read);
        var wrong = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 8).parallel().forEach(thread -> {
            Random random = new Random(thread);
            for (int i = 0; i < 100_000; i++) {
                String name = (random.nextBoolean() ? "x" : "a") + random.nextInt(1_000);
                Reading expected = read(name);
                Reading found = shared.of(name);
                if (expected == null ? found != null : !expected.equals(found)) {
                    wrong.add(name);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }
}
