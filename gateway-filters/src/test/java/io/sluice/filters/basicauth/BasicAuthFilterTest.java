package io.sluice.filters.basicauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasicAuthFilterTest {

    @TempDir
    private Path directory;

    private FilterHarness harness;

    @BeforeEach
    void start() throws IOException {
        write("alice", "secret");
        harness = harness("");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private void write(String user, String password) throws IOException {
        String hash = BCrypt.with(BCrypt.Version.VERSION_2Y).hashToString(4, password.toCharArray());
        Files.writeString(directory.resolve("users"), user + ":" + hash + "\n");
    }

    private void look() {
        harness.context().advance(Duration.ofSeconds(5));
    }

    private FilterHarness harness(String more) {
        return FilterHarness.of(BasicAuthFilter.class, "file: users\n" + more, new TestContext(directory));
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    private HarnessCall as(String user, String password) {
        return harness.request("POST", "/logs/_search")
                .header("Authorization", basic(user, password))
                .body("{\"size\":1}");
    }

    @Test
    void letsAUserThroughAndNotesThePrincipal() {
        HarnessResult result = as("alice", "secret").everySplit();

        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isEqualTo(new Principal("alice", "basic-auth"));
        assertThat(result.upstreamBody()).isEqualTo("{\"size\":1}");
    }

    @Test
    void keepsThePasswordFromTheCluster() {
        assertThat(as("alice", "secret").send().upstreamHead().headers().contains("Authorization"))
                .isFalse();
    }

    @Test
    void forwardsTheHeaderWhereThatIsWanted() {
        harness.close();
        harness = harness("forwardAuthorization: true");

        assertThat(as("alice", "secret").send().upstreamHead().headers().get("Authorization"))
                .isEqualTo(basic("alice", "secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice:wrong", "alice:", "bob:secret", "ALICE:secret", "alice:secret "})
    void answers401ToWrongCredentials(String pair) {
        int colon = pair.indexOf(':');

        HarnessResult result =
                as(pair.substring(0, colon), pair.substring(colon + 1)).send();

        assertThat(result.status()).isEqualTo(401);
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    @Test
    void asksForAPasswordInElasticsearchsShape() {
        HarnessResult result = harness.request("GET", "/").send();

        String challenge = "Basic realm=\"sluice\", charset=\"UTF-8\"";
        assertThat(result.status()).isEqualTo(401);
        assertThat(result.headers().get("WWW-Authenticate")).isEqualTo(challenge);
        assertThat(result.body())
                .startsWith("{\"error\":{\"root_cause\":[{\"type\":\"security_exception\"")
                .contains("\"header\":{\"WWW-Authenticate\":\"Basic realm=\\\"sluice\\\"")
                .endsWith("\"status\":401}");
    }

    @Test
    void refusesTwoAuthorizationHeadersEvenIfOneIsRight() {
        HarnessResult result = as("alice", "secret")
                .header("authorization", basic("alice", "secret"))
                .send();

        assertThat(result.status()).isEqualTo(401);
    }

    /** Whoever sends wrong passwords has no part in the work of other filters. */
    @Test
    void checksPasswordsOnThreadsOfItsOwn() {
        harness.context().refuseTasks(true);

        assertThat(as("alice", "secret").send().relayed()).isTrue();
        assertThat(as("alice", "wrong").send().status()).isEqualTo(401);
    }

    /** After its end it has no threads, so that every check is one too many. */
    @Test
    void tellsClientsToComeBackWhereACheckHasNoPlace() {
        harness.close();

        HarnessResult result = as("alice", "secret").send();

        assertThat(result.status()).isEqualTo(429);
        assertThat(result.headers().get("Retry-After")).isEqualTo("1");
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    @Test
    void takesAChangedPasswordFromTheFile() throws IOException {
        as("alice", "secret").send();
        write("alice", "changed");

        look();
        assertThat(as("alice", "secret").send().relayed())
                .as("it may be half written")
                .isTrue();

        look();
        assertThat(as("alice", "secret").send().status()).isEqualTo(401);
        assertThat(as("alice", "changed").send().relayed()).isTrue();
    }

    @Test
    void keepsTheUsersWhereTheFileBreaks() throws IOException {
        Files.writeString(directory.resolve("users"), "alice:{SHA}abc\n");
        look();
        look();
        assertThat(as("alice", "secret").send().relayed()).isTrue();

        Files.delete(directory.resolve("users"));
        look();
        assertThat(as("alice", "secret").send().relayed()).isTrue();

        assertThat(harness.context().meters().count("reload_failures")).isEqualTo(2);
    }

    @Test
    @Timeout(120)
    void waitsForNobodyWhereAPipeTakesTheFilesPlace() throws Exception {
        Path users = directory.resolve("users");
        Files.delete(users);
        assertThat(new ProcessBuilder("mkfifo", users.toString()).start().waitFor())
                .isZero();

        look();

        assertThat(harness.context().meters().count("reload_failures")).isEqualTo(1);
        assertThat(as("alice", "secret").send().relayed()).isTrue();
    }

    @Test
    void stopsLookingAtTheFileWhenClosed() {
        harness.close();

        assertThat(harness.context().periodicTasks()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "realm: ''",
                "realm: 'a\"b'",
                "realm: \"a\\r\\nSet-Cookie: x\"",
                "reloadEvery: 0s",
                "cacheSize: 0",
                "maxPending: 0",
                "file: missing"
            })
    void refusesConfigurationsThatCannotWork(String more) {
        String config = more.startsWith("file") ? more : "file: users\n" + more;

        assertThatThrownBy(() -> FilterHarness.of(BasicAuthFilter.class, config, new TestContext(directory)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesToStartWithABrokenFile() throws IOException {
        Files.writeString(directory.resolve("users"), "alice\n");

        assertThatThrownBy(() -> harness("")).hasMessageContaining("users").hasMessageContaining("line 1");
    }
}
