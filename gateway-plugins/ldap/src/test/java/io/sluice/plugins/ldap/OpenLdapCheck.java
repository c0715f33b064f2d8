package io.sluice.plugins.ldap;

import static org.assertj.core.api.Assertions.assertThat;

import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.cli.FreePort;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against OpenLDAP's slapd; {@code scripts/ldap-server-test} runs it, and says where slapd is. */
@Timeout(120)
class OpenLdapCheck {

    private static final String SEARCH = """
            bind: { dn: 'cn=gateway,dc=example,dc=org', password: of the gateway }
            users: { search: { base: 'ou=people,dc=example,dc=org' } }
            timeout: 20s
            """;
    private static final String TEMPLATE = """
            users: { dn: 'uid={user},ou=people,dc=example,dc=org' }
            timeout: 20s
            """;

    @TempDir
    private static Path directory;

    private static Process slapd;
    private static int port;
    private static int securePort;

    @BeforeAll
    static void start() throws Exception {
        certify();
        Files.createDirectory(directory.resolve("db"));
        Path config = Files.writeString(directory.resolve("slapd.conf"), """
                include /etc/ldap/schema/core.schema
                include /etc/ldap/schema/cosine.schema
                include /etc/ldap/schema/inetorgperson.schema
                modulepath /usr/lib/ldap
                moduleload back_mdb
                moduleload memberof
                TLSCertificateFile DIR/server.pem
                TLSCertificateKeyFile DIR/server.key
                database mdb
                suffix dc=example,dc=org
                rootdn cn=root,dc=example,dc=org
                rootpw secret
                directory DIR/db
                index uid,member eq
                overlay memberof
                access to attrs=userPassword by anonymous auth by * none
                access to * by dn.exact="cn=gateway,dc=example,dc=org" read by self read by * none
                """.replace("DIR", directory.toString()));
        port = FreePort.next();
        securePort = FreePort.next();
        slapd = run(config);
        add();
    }

    private static void certify() throws Exception {
        String command = "openssl req -x509 -newkey rsa:2048 -nodes -keyout server.key -out server.pem -days 10"
                + " -subj /CN=localhost -addext subjectAltName=DNS:localhost";
        int code = new ProcessBuilder(command.split(" "))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("openssl.log").toFile())
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    private static Process run(Path config) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("sluice.slapd"),
                        "-f",
                        config.toString(),
                        "-h",
                        "ldap://127.0.0.1:" + port + "/ ldaps://127.0.0.1:" + securePort + "/",
                        "-d",
                        "256")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("slapd.log").toFile())
                .start();
    }

    private static LDAPConnection connect() throws Exception {
        while (true) {
            try {
                return new LDAPConnection("127.0.0.1", port, "cn=root,dc=example,dc=org", "secret");
            } catch (LDAPException e) {
                if (slapd.waitFor(50, TimeUnit.MILLISECONDS)) {
                    throw new IOException("slapd has ended: " + Files.readString(directory.resolve("slapd.log")), e);
                }
            }
        }
    }

    private static void add() throws Exception {
        try (LDAPConnection root = connect()) {
            add(root, "dc=example,dc=org", "objectClass: domain", "dc: example");
            add(
                    root,
                    "cn=gateway,dc=example,dc=org",
                    "objectClass: person",
                    "cn: gateway",
                    "sn: x",
                    "userPassword: of the gateway");
            add(root, "ou=people,dc=example,dc=org", "objectClass: organizationalUnit", "ou: people");
            add(root, "ou=groups,dc=example,dc=org", "objectClass: organizationalUnit", "ou: groups");
            for (String user : List.of("alice", "bob", "M\u00fcller")) {
                add(
                        root,
                        "uid=" + user + ",ou=people,dc=example,dc=org",
                        "objectClass: inetOrgPerson",
                        "uid: " + user,
                        "cn: " + user,
                        "sn: x",
                        "o: acme",
                        "userPassword: secret of " + user);
            }
            add(
                    root,
                    "cn=Readers,ou=groups,dc=example,dc=org",
                    "objectClass: groupOfNames",
                    "cn: Readers",
                    "member: uid=alice,ou=people,dc=example,dc=org");
        }
    }

    private static void add(LDAPConnection root, String name, String... lines) throws Exception {
        String[] ldif = new String[lines.length + 1];
        ldif[0] = "dn: " + name;
        System.arraycopy(lines, 0, ldif, 1, lines.length);
        root.add(new Entry(ldif));
    }

    @AfterAll
    static void stop() throws Exception {
        slapd.destroy();
        if (!slapd.waitFor(20, TimeUnit.SECONDS)) {
            slapd.destroyForcibly().waitFor();
        }
    }

    private static FilterHarness harness(String yaml) {
        return at("ldap://127.0.0.1:" + port, yaml);
    }

    private static FilterHarness at(String url, String yaml) {
        return FilterHarness.of(
                LdapFilter.class,
                "urls: ['" + url + "']\n" + yaml,
                new TestContext(directory).filterTimeout(Duration.ofMinutes(2)));
    }

    private static HarnessResult send(FilterHarness harness, String user, String password) {
        return harness.request("GET", "/")
                .header("Authorization", LdapFilterTest.basic(user, password))
                .send();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "ALICE", "alice "})
    void letsUsersInUnderOneName(String typed) {
        try (FilterHarness searched = harness(SEARCH);
                FilterHarness named = harness(TEMPLATE)) {
            Principal alice = new Principal("alice", "ldap");
            assertThat(send(searched, typed, "secret of alice").fact(ExchangeKey.PRINCIPAL))
                    .isEqualTo(alice);
            assertThat(send(named, typed, "secret of alice").fact(ExchangeKey.PRINCIPAL))
                    .isEqualTo(alice);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"M\u00fcller", "m\u00fcller", "M\u00dcLLER", "Mu\u0308ller"})
    void letsUsersInWhoseNamesHaveSeveralSpellings(String typed) {
        try (FilterHarness harness = harness(SEARCH)) {
            assertThat(send(harness, typed, "secret of M\u00fcller").fact(ExchangeKey.PRINCIPAL))
                    .isEqualTo(new Principal("M\u00fcller", "ldap"));
        }
    }

    @Test
    void findsGroupsByBothWays() {
        String search = "groups: { search: { base: 'ou=groups,dc=example,dc=org' } }\nclaims: { tenant: o }";
        String attribute = "groups: { attribute: { base: 'ou=groups,dc=example,dc=org' } }\nclaims: { tenant: o }";
        Principal alice =
                new Principal("alice", "ldap", Map.of("groups", List.of("Readers"), "tenant", List.of("acme")));
        for (String groups : List.of(search, attribute)) {
            try (FilterHarness harness = harness(SEARCH + groups)) {
                assertThat(send(harness, "alice", "secret of alice").fact(ExchangeKey.PRINCIPAL))
                        .isEqualTo(alice);
                assertThat(send(harness, "bob", "secret of bob").fact(ExchangeKey.PRINCIPAL))
                        .isEqualTo(new Principal("bob", "ldap", Map.of("tenant", List.of("acme"))));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "ali*", "alice)(uid=*", "alice,ou=people,dc=example,dc=org", "nobody", "al\\69ce"})
    void refusesNamesThatAreNone(String name) {
        try (FilterHarness searched = harness(SEARCH);
                FilterHarness named = harness(TEMPLATE)) {
            assertThat(send(searched, name, "secret of alice").status()).isEqualTo(401);
            assertThat(send(named, name, "secret of alice").status()).isEqualTo(401);
        }
    }

    @Test
    void refusesWrongAndEmptyPasswords() {
        try (FilterHarness harness = harness(SEARCH)) {
            assertThat(send(harness, "alice", "secret of bob").status()).isEqualTo(401);
            assertThat(send(harness, "alice", "").status()).isEqualTo(401);
        }
    }

    @Test
    void speaksTls() {
        String ca = "ca: server.pem\n";
        try (FilterHarness ldaps = at("ldaps://localhost:" + securePort, ca + SEARCH);
                FilterHarness startTls = at("ldap://localhost:" + port, ca + "startTls: true\n" + SEARCH);
                FilterHarness otherName = at("ldaps://127.0.0.1:" + securePort, ca + SEARCH)) {
            assertThat(send(ldaps, "alice", "secret of alice").status()).isEqualTo(200);
            assertThat(send(startTls, "alice", "secret of alice").status()).isEqualTo(200);
            assertThat(send(otherName, "alice", "secret of alice").status()).isEqualTo(503);
        }
    }

    @Test
    void answersManyAtATime() throws Exception {
        try (FilterHarness harness = harness(SEARCH + "cacheFor: 0s\nmaxPending: 1000")) {
            List<CompletableFuture<Integer>> all = IntStream.range(0, 200)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> send(harness, "alice", i % 2 == 0 ? "secret of alice" : "wrong " + i)
                                    .status()))
                    .toList();
            for (int i = 0; i < all.size(); i++) {
                assertThat(all.get(i).get()).isEqualTo(i % 2 == 0 ? 200 : 401);
            }
            assertThat(harness.context().meters().gauge("idle_connections")).isBetween(2L, 16L);
        }
    }

    @Test
    void isAskedAgainAfterItWasKilled() throws Exception {
        try (FilterHarness harness = harness(SEARCH + "cacheFor: 0s")) {
            assertThat(send(harness, "alice", "secret of alice").status()).isEqualTo(200);
            slapd.destroyForcibly().waitFor();
            assertThat(send(harness, "alice", "secret of alice").status()).isEqualTo(503);

            slapd = run(directory.resolve("slapd.conf"));
            connect().close();
            assertThat(send(harness, "alice", "secret of alice").status()).isEqualTo(200);
        }
    }
}
