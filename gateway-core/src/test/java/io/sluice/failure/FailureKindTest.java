package io.sluice.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureKindTest {
    @ParameterizedTest
    @CsvSource({
        "400, bad-request",
        "401, rejected",
        "403, rejected",
        "413, too-large",
        "429, rejected",
        "500, filter-unavailable",
        "503, filter-unavailable"
    })
    void tellsAFilterThatDeniesFromOneThatCannotDecide(int status, String kind) {
        assertThat(FailureKind.ofRefusal(status).tag()).isEqualTo(kind);
    }
}
