package io.sluice.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotedRequestsTest {
    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    private final NotedRequests noted = new NotedRequests();

    private static NotedRequest request(String path, long nanos, @Nullable FailureKind failure, Instant at) {
        return new NotedRequest(
                "f00d-1",
                at,
                "http",
                "default",
                "primary",
                "GET",
                path,
                200,
                failure,
                "because",
                new Traffic(1, 2, nanos, 0, 0));
    }

    private static NotedRequest slow(long nanos, Instant at) {
        return request("/", nanos, null, at);
    }

    @Test
    void keepsNothingBeforeSomebodyCanLook() {
        assertThat(noted.wants(null, Long.MAX_VALUE)).isFalse();
        assertThat(noted.wants(FailureKind.INTERNAL, 1)).isFalse();
    }

    @Test
    void keepsTheSlowestAndRefusesOthersByAComparison() {
        // Given
        noted.begin();

        // When
        for (int i = 0; i < 1000; i++) {
            if (noted.wants(null, i)) {
                noted.add(slow(i, NOW));
            }
        }

        // Then
        assertThat(noted.slowest()).hasSize(NotedRequests.SLOWEST);
        assertThat(noted.slowest().getFirst().traffic().totalNanos()).isEqualTo(999);
        assertThat(noted.wants(null, 970)).isFalse();
        assertThat(noted.wants(null, 971)).isTrue();
    }

    @Test
    void forgetsSlowRequestsAfterAWhile() {
        noted.begin();
        for (int i = 0; i < 50; i++) {
            noted.add(slow(1_000_000 + i, NOW.minus(NotedRequests.KEPT).minusSeconds(1)));
        }
        noted.add(slow(2_000_000, NOW));
        noted.forgetOld(NOW);
        assertThat(noted.slowest()).hasSize(1);
        assertThat(noted.wants(null, 1)).isTrue();
    }

    @Test
    void keepsTheLastFailuresAndNoMore() {
        noted.begin();
        for (int i = 0; i < 10_000; i++) {
            noted.add(request("/" + i, 5, FailureKind.UPSTREAM_RESET, NOW));
        }
        assertThat(noted.failed()).hasSize(NotedRequests.FAILED);
        assertThat(noted.failed().getFirst().path()).isEqualTo("/9999");
        assertThat(noted.slowest()).hasSizeLessThanOrEqualTo(NotedRequests.SLOWEST);
        assertThat(noted.wants(FailureKind.CLIENT_GONE, 0)).isFalse();
    }

    @Test
    void shortensLongPathsAndReplacesWhatHidesOrTurnsText() {
        assertThat(request("/" + "a".repeat(10_000), 1, null, NOW).path())
                .hasSize(201)
                .endsWith("\u2026");
        assertThat(request("/a\u202Eb\u2066c\u200Fd\ne\u0000", 1, null, NOW).path())
                .isEqualTo("/a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BAD_REQUEST", "REJECTED", "FILTER_FAILED"})
    void leavesOutReasonsThatCouldQuoteTheRequest(String kind) {
        assertThat(request("/", 1, FailureKind.valueOf(kind), NOW).reason()).isNull();
        assertThat(request("/", 1, FailureKind.OVERLOADED, NOW).reason()).isEqualTo("because");
    }

    @Test
    void tellsOfRequestsThatWereRefusedAtTheDoor() {
        NotedRequest refused = NotedRequest.atTheDoor("f00d-2", "http", Failure.of(FailureKind.OVERLOADED, "full"));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.path()).isNull();
    }
}
