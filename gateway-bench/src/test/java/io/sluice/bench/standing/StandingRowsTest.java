package io.sluice.bench.standing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StandingRowsTest {
    @Test
    void askEachQuestionOnce() throws IOException {
        assertThat(StandingRows.all(true)).extracting(StandingRow::id).doesNotHaveDuplicates();
        assertThat(StandingRows.all(true))
                .allSatisfy(row -> assertThat(row.target()).isNotNull());
    }

    @Test
    void haveNoTargetAgainstAProxyThatIsNotThere() throws IOException {
        assertThat(StandingRows.all(false)).allSatisfy(row -> {
            assertThat(row.baseline()).isEqualTo("bare");
            assertThat(row.others()).isEmpty();
        });
        assertThat(StandingRows.all(false))
                .filteredOn(row -> row.target() != null)
                .extracting(StandingRow::id)
                .containsExactly("small", "small-2", "bulk");
    }

    @Test
    void giveTheStubTheHitsOfTheTenant() throws IOException {
        for (TenantLayout layout : TenantLayout.values()) {
            JsonNode hits = new ObjectMapper().readTree(layout.page()).at("/hits/hits");

            assertThat(hits)
                    .hasSize(10)
                    .allSatisfy(hit -> assertThat(hit.path("_index").asText()
                                    + hit.path("_id").asText())
                            .contains("acme"));
        }
    }
}
