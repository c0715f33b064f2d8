package io.sluice.filters.basicauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.check.BasicCredentials;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The hashes were made with glibc's crypt(3), independently of the library under test. */
class HtpasswdTest {

    private static final String SALT = "$abcdefghijklmnopqrstuu";
    private static final String SECRET = "$2y$05" + SALT + "OQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a";
    private static final String A72 = "$2b$04" + SALT + "BzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe";
    private static final String A71B = "$2b$04" + SALT + "OamT/wNYAA2T3dwK/uVZX5KdYiWAze2";

    private static BasicCredentials credentials(String user, String password) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
        return Objects.requireNonNull(BasicCredentials.parse("Basic " + pair));
    }

    private static boolean verify(String file, String user, String password) {
        return Htpasswd.parse(file).verify(credentials(user, password), 7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$2a", "$2b", "$2y"})
    void verifiesAllThreeSpellingsOfBcrypt(String version) {
        String file = "alice:" + version + SECRET.substring(3);

        assertThat(verify(file, "alice", "secret")).isTrue();
        assertThat(verify(file, "alice", "Secret")).isFalse();
        assertThat(verify(file, "alice", "")).isFalse();
    }

    @Test
    void looksAt72BytesOfAPasswordAsTheOriginalDoes() {
        assertThat(verify("a:" + A72, "a", "a".repeat(72))).isTrue();
        assertThat(verify("a:" + A72, "a", "a".repeat(80))).isTrue();
        assertThat(verify("a:" + A72, "a", "a".repeat(71))).isFalse();
        assertThat(verify("a:" + A71B, "a", "a".repeat(71) + "b")).isTrue();
        assertThat(verify("a:" + A71B, "a", "a".repeat(72))).isFalse();
    }

    @Test
    void refusesAnUnknownUserWithAnotherUsersPassword() {
        assertThat(verify("alice:" + SECRET, "bob", "secret")).isFalse();
    }

    @Test
    void refusesEverybodyWhereTheFileIsEmpty() {
        assertThat(verify("", "alice", "secret")).isFalse();
    }

    @Test
    void skipsEmptyLinesAndComments() {
        Htpasswd users = Htpasswd.parse("# users\r\n\r\nalice:" + SECRET + "\r\n  \nbob:" + A72);

        assertThat(users.size()).isEqualTo(2);
    }

    @Test
    void spendsAsMuchTimeOnUnknownUsersAsOnKnownOnes() {
        Htpasswd users = Htpasswd.parse("alice:$2y$10" + SECRET.substring(6));

        long known = fastest(users, credentials("alice", "wrong"));
        long unknown = fastest(users, credentials("nobody", "wrong"));

        // Without the check it would be a ten-thousandth; more exact bounds would measure the machine.
        assertThat(unknown).isGreaterThan(known / 10);
    }

    private static long fastest(Htpasswd users, BasicCredentials credentials) {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long began = System.nanoTime();
            assertThat(users.verify(credentials, 0)).isFalse();
            fastest = Math.min(fastest, System.nanoTime() - began);
        }
        return fastest;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alice:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=|line 1 has no bcrypt hash",
                "alice:plaintext|line 1 has no bcrypt hash",
                "alice|line 1 is not of the form",
                ":$2y$05|line 1 is not of the form",
                "alice:$2y$31$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a|cost 31",
                "alice:$2x$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a|no bcrypt hash",
                "alice:$2y$05$abc|no bcrypt hash"
            })
    void namesTheLineThatIsWrongButNotItsContent(String line, String message) {
        assertThatThrownBy(() -> Htpasswd.parse(line))
                .hasMessageContaining(message)
                .message()
                .doesNotContain("alice")
                .doesNotContain("plaintext");
    }

    @Test
    void refusesAUserWhoStandsTwice() {
        assertThatThrownBy(() -> Htpasswd.parse("a:" + SECRET + "\na:" + A72)).hasMessageContaining("line 2");
    }
}
