package io.sluice.plugins.ldap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A directory in a process of its own, which ends without a word. */
@Timeout(120)
class DirectoryProcessTest {

    private static int status(FilterHarness harness, String password) {
        return harness.request("GET", "/")
                .header("Authorization", LdapFilterTest.basic("alice", password))
                .send()
                .status();
    }

    @Test
    void isAskedUntilItIsKilled() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TestDirectory.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            String yaml = """
                    urls: ['ldap://127.0.0.1:%s']
                    users: { dn: 'uid={user},ou=people,dc=example,dc=org' }
                    timeout: 30s
                    """.formatted(output.readLine());
            try (FilterHarness harness =
                    FilterHarness.of(LdapFilter.class, yaml, new TestContext().filterTimeout(Duration.ofMinutes(2)))) {
                assertThat(status(harness, "secret")).isEqualTo(200);
                assertThat(status(harness, "wrong")).isEqualTo(401);

                process.destroyForcibly().waitFor();
                assertThat(status(harness, "secret")).isEqualTo(200);
                assertThat(status(harness, "wrong")).isEqualTo(503);
                harness.context().clock().advance(Duration.ofSeconds(61));
                assertThat(status(harness, "secret")).isEqualTo(503);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
