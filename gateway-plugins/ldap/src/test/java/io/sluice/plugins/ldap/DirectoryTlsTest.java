package io.sluice.plugins.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import io.sluice.tls.HostName;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TrialCertificates;
import io.sluice.tls.TrialFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("slow")
class DirectoryTlsTest {

    private static final Duration DAYS = Duration.ofDays(100);

    @TempDir
    private static Path directory;

    private static KeyedChain own;
    private static KeyedChain ofAnotherHost;
    private static KeyedChain ofAnotherAuthority;
    private static KeyedChain ofTheName;

    @BeforeAll
    static void certify() throws Exception {
        TrialCertificates certificates = new TrialCertificates(Instant.now());
        KeyedChain authority = certificates.authority(DAYS);
        KeyedChain other = certificates.authority(DAYS);
        own = certificates.server(authority, List.of(HostName.of("localhost"), HostName.of("127.0.0.1")), DAYS);
        ofAnotherHost = certificates.server(authority, List.of(HostName.of("ldap.example")), DAYS);
        ofAnotherAuthority = certificates.server(other, List.of(HostName.of("localhost")), DAYS);
        ofTheName = certificates.server(authority, List.of(HostName.of("localhost")), DAYS);
        new TrialFiles(directory, "server").write(authority, own, false);
    }

    private static int status(String url, String more) {
        String yaml = """
                urls: ['%s']
                %s
                bind: { dn: 'cn=gateway,dc=example,dc=org', password: of the gateway }
                users: { search: { base: 'ou=people,dc=example,dc=org' } }
                %s
                """.formatted(url, more, more.contains("timeout") ? "" : "timeout: 30s\nconnectTimeout: 20s");
        try (FilterHarness harness = FilterHarness.of(
                LdapFilter.class, yaml, new TestContext(directory).filterTimeout(Duration.ofMinutes(2)))) {
            return harness.request("GET", "/")
                    .header("Authorization", LdapFilterTest.basic("alice", "secret"))
                    .send()
                    .status();
        }
    }

    private static String ca() {
        return "ca: '" + new TrialFiles(directory, "server").authority() + "'";
    }

    @Test
    void isSpokenFromTheStartOrBeforeAnythingElse() throws Exception {
        try (TestDirectory ldaps = TestDirectory.withTls(own);
                TestDirectory startTls = TestDirectory.withStartTls(own)) {
            assertThat(status("ldaps://localhost:" + ldaps.port(), ca())).isEqualTo(200);
            assertThat(status("ldaps://127.0.0.1:" + ldaps.port(), ca())).isEqualTo(200);
            assertThat(status("ldap://localhost:" + startTls.port(), ca() + "\nstartTls: true"))
                    .isEqualTo(200);
        }
    }

    @Test
    void isNotSpokenWithACertificateOfAnotherAuthority() throws Exception {
        try (TestDirectory ldaps = TestDirectory.withTls(ofAnotherAuthority);
                TestDirectory startTls = TestDirectory.withStartTls(ofAnotherAuthority)) {
            assertThat(status("ldaps://localhost:" + ldaps.port(), ca())).isEqualTo(503);
            assertThat(status("ldap://localhost:" + startTls.port(), ca() + "\nstartTls: true"))
                    .isEqualTo(503);
            assertThat(startTls.binds).isEmpty();
        }
    }

    @Test
    void isNotSpokenWithAnAuthorityThatTheJdkDoesNotKnow() throws Exception {
        try (TestDirectory ldaps = TestDirectory.withTls(own)) {
            assertThat(status("ldaps://localhost:" + ldaps.port(), "")).isEqualTo(503);
        }
    }

    @Test
    void isNotSpokenWithACertificateOfAnotherHost() throws Exception {
        try (TestDirectory ldaps = TestDirectory.withTls(ofAnotherHost);
                TestDirectory startTls = TestDirectory.withStartTls(ofAnotherHost)) {
            assertThat(status("ldaps://localhost:" + ldaps.port(), ca())).isEqualTo(503);
            assertThat(status("ldap://localhost:" + startTls.port(), ca() + "\nstartTls: true"))
                    .isEqualTo(503);
            assertThat(startTls.binds).isEmpty();
            assertThat(startTls.searches).isEmpty();
        }
    }

    @Test
    void isSpokenWithTheNextServerWhereTheFirstHasACertificateOfAnotherHost() throws Exception {
        try (TestDirectory wrong = TestDirectory.withTls(ofAnotherHost);
                TestDirectory right = TestDirectory.withTls(own);
                TestDirectory wrongLater = TestDirectory.withStartTls(ofAnotherHost);
                TestDirectory rightLater = TestDirectory.withStartTls(own)) {
            String ldaps = "ldaps://localhost:" + wrong.port() + "', 'ldaps://localhost:" + right.port();
            String startTls = "ldap://localhost:" + wrongLater.port() + "', 'ldap://localhost:" + rightLater.port();

            assertThat(status(ldaps, ca())).isEqualTo(200);
            assertThat(status(startTls, ca() + "\nstartTls: true")).isEqualTo(200);
            assertThat(wrong.binds).isEmpty();
            assertThat(wrongLater.binds).isEmpty();
        }
    }

    @Test
    void isNotSpokenWithACertificateOfANameThatOnlyResolvesToTheAddress() throws Exception {
        try (TestDirectory ldaps = TestDirectory.withTls(ofTheName);
                TestDirectory startTls = TestDirectory.withStartTls(ofTheName)) {
            assertThat(status("ldaps://localhost:" + ldaps.port(), ca())).isEqualTo(200);
            assertThat(status("ldaps://127.0.0.1:" + ldaps.port(), ca())).isEqualTo(503);
            assertThat(status("ldap://127.0.0.1:" + startTls.port(), ca() + "\nstartTls: true"))
                    .isEqualTo(503);
        }
    }

    @Test
    void isNotGivenUpWhereTheServerRefusesIt() throws Exception {
        try (TestDirectory plain = new TestDirectory()) {
            assertThat(status("ldap://127.0.0.1:" + plain.port(), "startTls: true"))
                    .isEqualTo(503);
            assertThat(plain.binds).isEmpty();
            assertThat(plain.searches).isEmpty();
        }
    }

    @Test
    void isNotWaitedForWhereTheServerNeverShakesHands() throws Exception {
        try (BadServer silent = BadServer.silent()) {
            assertThat(status("ldaps://127.0.0.1:" + silent.port(), ca() + "\ntimeout: 400ms\nconnectTimeout: 300ms"))
                    .isEqualTo(503);
        }
    }

    @Test
    void needsAuthoritiesThatCanBeRead() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");

        assertThatThrownBy(() -> status("ldaps://127.0.0.1", "ca: '" + empty + "'"))
                .hasMessageContaining("PEM");
        assertThatThrownBy(() -> status("ldaps://127.0.0.1", "ca: missing.pem")).hasMessageContaining("missing.pem");
    }
}
