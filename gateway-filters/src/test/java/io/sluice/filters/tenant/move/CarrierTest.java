package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a move refuses to carry. */
class CarrierTest {

    private final FaultyDocuments from = new FaultyDocuments();
    private final Carrier carrier = new Carrier(from, new FaultyDocuments(), () -> true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"_source\":{\"excludes\":[\"secret\"]}}",
                "{\"_source\":{\"includes\":[\"shown*\"]}}",
                "{\"_source\":{\"enabled\":false}}",
                "{\"_source\":{\"mode\":\"disabled\"}}"
            })
    void refusesIndicesThatDoNotKeepAllOfASource(String mappings) throws Exception {
        from.mapped(mappings);

        assertThatThrownBy(carrier::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs does not keep all of its documents' sources");
        assertThatThrownBy(() -> carrier.compareAll(count -> {}))
                .as("if it was made after the move had begun")
                .isInstanceOf(UnmovableException.class);
    }

    /** The other place would take writes, and this one no copies on the way back. */
    @Test
    void refusesIndicesThatTakeNoWrites() throws Exception {
        from.blocked();

        assertThatThrownBy(carrier::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs takes no writes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"_source\":{}}",
                "{\"_source\":{\"enabled\":true}}",
                "{\"_source\":{\"mode\":\"synthetic\"}}"
            })
    void takesOthers(String mappings) throws Exception {
        from.mapped(mappings);

        assertThatCode(carrier::prepare).doesNotThrowAnyException();
    }
}
