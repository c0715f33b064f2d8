package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTableTest {

    /** Clients choose documents: also such that are alike in their low bits, or in their high ones. */
    @ParameterizedTest
    @ValueSource(ints = {0, 14, 40})
    void holdsWhatAMapHolds(int shift) {
        SplittableRandom random = new SplittableRandom(shift);
        DocumentTable table = new DocumentTable();
        Map<Long, Presence> model = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long document = random.nextLong(6_000) << shift;
            if (random.nextInt(1_000) == 0) {
                table.retain(Presence::isInEngine);
                model.values().removeIf(each -> !each.isInEngine());
            } else if (random.nextInt(20) == 0 && model.containsKey(document)) {
                model.get(document).leaveEngine();
            } else {
                Presence record = new Presence();
                table.put(document, record);
                model.put(document, record);
            }

            assertThat(table.get(document)).isSameAs(model.get(document));
            assertThat(table.size()).isEqualTo(model.size());
        }
        model.forEach((document, record) -> assertThat(table.get(document)).isSameAs(record));
    }
}
