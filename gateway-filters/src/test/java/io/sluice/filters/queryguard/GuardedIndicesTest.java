package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.testkit.HarnessResult;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of indices in bodies. */
class GuardedIndicesTest {

    private static final int MANY = 100_000;

    private static HarnessResult searches(String rules, String header) {
        return guard(rules)
                .request("POST", "/_msearch")
                .header("Content-Type", "application/x-ndjson")
                .body(header + "\n{}\n")
                .send();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{scripts: {}}", "{indices: {max: 1, action: log}}"})
    void readsEachNameOfALongListOnce(String rules) {
        String names = "\"a\",".repeat(MANY) + "\"a\"";

        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertThat(searches(rules, "{\"index\":[" + names + "]}").relayed()).isTrue();
            assertThat(json(guard(rules), "POST", "/_reindex", "{\"source\":{\"index\":[" + names + "]}}")
                            .send()
                            .relayed())
                    .isTrue();
        });
    }
}
