package io.sluice.plugins.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An issuer that signs with new keys, and clients that come before those were read. */
class RotatedKeysTest {

    private static final Duration UNTIL_KEYS_MAY_BE_READ_AGAIN = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    @Test
    void areRightForARequestThatWaitsForThemWhileAnotherIsCheckedWithTheOldOnes() throws Exception {
        Path keys = directory.resolve("keys.json");
        Files.writeString(keys, new Issuer("1").keys());
        TestContext context = new TestContext(directory);
        try (FilterHarness harness = FilterHarness.of(JwtFilter.class, Issuer.CONFIGURATION, context)) {
            Issuer after = new Issuer("2");
            String token = after.token();
            Files.writeString(keys, after.keys());
            context.clock().advance(UNTIL_KEYS_MAY_BE_READ_AGAIN);
            List<HarnessResult> second = new ArrayList<>();
            // Comes to its turn when the check of the first request has ended and the keys are not read yet.
            context.blockingExecutor()
                    .execute(() -> context.blockingExecutor().execute(() -> second.add(sent(harness, token))));

            HarnessResult first = sent(harness, token);

            assertThat(first.status()).isEqualTo(200);
            assertThat(second).singleElement().extracting(HarnessResult::status).isEqualTo(200);
        }
    }

    private static HarnessResult sent(FilterHarness harness, String token) {
        return harness.request("GET", "/")
                .header("Authorization", "Bearer " + token)
                .upstream(200, "application/json", "{}")
                .send();
    }
}
