package io.sluice.filters.apikey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Principal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code sluice api-key} prints is what the filter reads. */
@Timeout(120)
class MadeKeysTest {

    private static List<String> run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.sluice.cli.Sluice",
                "api-key"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    @Test
    void areAcceptedByTheFilter() throws Exception {
        List<String> printed = run(
                "--id",
                "team/ci@7",
                "--name",
                "J\u00e4ne, 100% #1",
                "--claim",
                "roles=a,b",
                "--claim",
                "roles=c d",
                "--claim",
                "tenant=acme",
                "--days",
                "2");
        ApiKey key = Objects.requireNonNull(ApiKey.parse(printed.get(1).substring("Authorization: ".length())));
        KeyList keys = KeyList.parse(printed.getLast().getBytes(UTF_8));

        assertThat(keys.find(key, Instant.now().plus(Duration.ofHours(47))))
                .isEqualTo(new Finding.Known(new Principal(
                        "J\u00e4ne, 100% #1",
                        "api-key", Map.of("roles", List.of("a,b", "c d"), "tenant", List.of("acme")))));
        assertThat(keys.find(key, Instant.now().plus(Duration.ofHours(49)))).isInstanceOf(Finding.Expired.class);
    }
}
