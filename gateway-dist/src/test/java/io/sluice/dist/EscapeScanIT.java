package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the scan for another's data takes for a leak: a finding by chance would fail a build that leaks nothing. */
class EscapeScanIT {

    private final EscapeScan scan = new EscapeScan(EscapeLayout.SHARED);

    @Test
    void theIdOfARequestIsNoNumber() {
        assertThat(scan.leaks(answer("{\"error\":{\"request_id\":\"753795222398278e-1\"},\"status\":404}"), ""))
                .isEmpty();
    }

    @Test
    void aSumOfTheOthersIsALeak() {
        assertThat(scan.leaks(answer("{\"aggregations\":{\"s\":{\"value\":753795222398278e-1}}}"), ""))
                .containsExactly("number 753795222398278e-1");
    }

    @Test
    void aSumThatTheAttackerSentIsNone() {
        assertThat(scan.leaks(answer("{\"value\":753795222398278e-1}"), "{\"value\":753795222398278e-1}"))
                .isEmpty();
    }

    private static EscapeAnswer answer(String body) {
        return new EscapeAnswer("HTTP/1.1 404 Not Found\r\n\r\n" + body, body);
    }
}
