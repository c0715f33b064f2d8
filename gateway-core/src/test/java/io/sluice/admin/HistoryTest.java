package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class HistoryTest {

    private static ObjectNode after(int points) {
        History history = new History();
        for (int i = 0; i < points; i++) {
            double[] values = new double[History.COLUMNS.size()];
            values[0] = i;
            history.add(i * 10_000L, values);
        }
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        history.report(row);
        return row;
    }

    @Test
    void hasNoPointBeforeTheFirst() {
        assertThat(after(0).path("points").asInt()).isZero();
        assertThat(after(0).path("requests_per_second")).isEmpty();
    }

    @Test
    void keepsTheLastHourAndNoMore() {
        // When
        ObjectNode row = after(1000);

        // Then
        assertThat(row.path("points").asInt()).isEqualTo(History.POINTS);
        for (String column : History.COLUMNS) {
            assertThat(row.path(column)).hasSize(History.POINTS);
        }
        assertThat(row.path("requests_per_second").get(0).asDouble()).isEqualTo(640);
        assertThat(row.path("requests_per_second").get(359).asDouble()).isEqualTo(999);
        assertThat(row.path("last_millis").asLong()).isEqualTo(9_990_000);
    }
}
