package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChallengeTest {

    @Test
    void quotesRealmAndParameters() {
        assertThat(Challenge.of("Basic", "our search").with("charset", "UTF-8"))
                .hasToString("Basic realm=\"our search\", charset=\"UTF-8\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\"b", "a\\b", "a\r\nSet-Cookie: b", "a\nb", "a\u0000b"})
    void refusesARealmThatEndsItsQuotesOrItsHeader(String realm) {
        assertThatThrownBy(() -> Challenge.of("Basic", realm)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b", "a\\b", "a\r\nSet-Cookie: b"})
    void refusesSuchAParameter(String value) {
        Challenge challenge = Challenge.of("Basic", "search");

        assertThatThrownBy(() -> challenge.with("error", value)).isInstanceOf(IllegalArgumentException.class);
    }
}
