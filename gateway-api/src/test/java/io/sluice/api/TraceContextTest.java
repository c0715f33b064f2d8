package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    private static TraceContext of(String traceparent) {
        return TraceContext.of(Headers.of("TraceParent", traceparent));
    }

    @Test
    void readsWhatTheRecommendationShows() {
        assertThat(of("00-" + TRACE + "-" + PARENT + "-01")).isEqualTo(new TraceContext(TRACE, PARENT, true));
        assertThat(of("00-" + TRACE + "-" + PARENT + "-00")).isEqualTo(new TraceContext(TRACE, PARENT, false));
    }

    @Test
    void readsTheBeginningOfLaterVersions() {
        assertThat(of("cc-" + TRACE + "-" + PARENT + "-03-more")).isEqualTo(new TraceContext(TRACE, PARENT, true));
        assertThat(of("cc-" + TRACE + "-" + PARENT + "-03.more")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473\"-00f067aa0ba902b7-01"
            })
    void takesNothingElseForATrace(String traceparent) {
        assertThat(of(traceparent)).isNull();
    }

    @Test
    void believesNoneOfTwo() {
        String one = "00-" + TRACE + "-" + PARENT + "-01";

        assertThat(TraceContext.of(Headers.of("traceparent", one).and("traceparent", one)))
                .isNull();
        assertThat(TraceContext.of(Headers.of("a", "b"))).isNull();
    }
}
