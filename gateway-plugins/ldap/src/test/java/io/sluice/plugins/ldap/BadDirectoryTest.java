package io.sluice.plugins.ldap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchResultReference;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.cli.FreePort;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories that are down, slow, or lie. */
@Timeout(120)
@Tag("slow")
class BadDirectoryTest {

    private static final String CONFIG = """
            bind: { dn: 'cn=gateway,dc=example,dc=org', password: of the gateway }
            users: { search: { base: 'ou=people,dc=example,dc=org' } }
            groups: { search: { base: 'ou=groups,dc=example,dc=org' } }
            """;
    private static final String PATIENT = CONFIG + "timeout: 30s\nconnectTimeout: 20s\n";
    private static final String HASTY = CONFIG + "timeout: 400ms\nconnectTimeout: 300ms\n";

    private final CountDownLatch end = new CountDownLatch(1);
    private TestDirectory directory;
    private FilterHarness harness;

    @BeforeEach
    void start() throws Exception {
        directory = new TestDirectory();
        harness = TestDirectory.harness(PATIENT, directory.port());
    }

    @AfterEach
    void stop() {
        end.countDown();
        harness.close();
        directory.close();
    }

    private void configure(String yaml, int... ports) {
        harness.close();
        harness = TestDirectory.harness(yaml, ports);
    }

    private HarnessResult alice() {
        return harness.request("GET", "/")
                .header("Authorization", LdapFilterTest.basic("alice", "secret"))
                .send();
    }

    private void assertUnavailable() {
        HarnessResult result = alice();

        assertThat(result.status()).isEqualTo(503);
        assertThat(result.headers().get("Retry-After")).isEqualTo("5");
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    private void assertRefused() {
        HarnessResult result = alice();

        assertThat(result.status()).isEqualTo(401);
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    private static Entry entry(String name, String uid) {
        return new Entry(name, new Attribute("uid", uid), new Attribute("objectClass", "person"));
    }

    @Test
    void letNobodyInWhileTheyAreDownButWhoIsRemembered() throws Exception {
        configure(PATIENT, FreePort.next());
        assertUnavailable();

        configure(PATIENT, directory.port());
        assertThat(alice().relayed()).isTrue();
        directory.close();
        assertThat(alice().relayed()).isTrue();

        harness.context().clock().advance(Duration.ofSeconds(61));
        assertUnavailable();
        assertThat(harness.context().meters().count("directory_failures")).isEqualTo(1);
    }

    @Test
    void areAskedAgainAfterTheyWereRestarted() throws Exception {
        assertThat(alice().relayed()).isTrue();
        int port = directory.port();
        directory.close();
        harness.context().clock().advance(Duration.ofSeconds(61));

        directory = TestDirectory.at(port);

        assertThat(alice().relayed()).isTrue();
    }

    @Test
    void areGivenUpForTheNextOne() throws Exception {
        configure(PATIENT, FreePort.next(), directory.port());

        assertThat(alice().relayed()).isTrue();
    }

    @Test
    void areGivenUpForTheNextOneIfTheySayNothing() throws Exception {
        try (BadServer silent = BadServer.silent()) {
            configure(CONFIG + "timeout: 30s\nconnectTimeout: 3s\n", silent.port(), directory.port());

            assertThat(alice().relayed()).isTrue();
            assertThat(silent.accepted).hasPositiveValue();

            int asked = silent.accepted.get();
            harness.context().clock().advance(Duration.ofSeconds(61));
            assertThat(alice().relayed()).isTrue();
            assertThat(silent.accepted).hasValue(asked);
        }
    }

    @Test
    void areNotWaitedForLongerThanConfigured() throws Exception {
        try (BadServer silent = BadServer.silent()) {
            configure(HASTY, silent.port());
            assertUnavailable();
        }
        directory.onBind = request -> await();
        configure(HASTY, directory.port());
        assertUnavailable();
        directory.onSearch = request -> await();
        assertUnavailable();
    }

    private void await() throws LDAPException {
        try {
            if (!end.await(60, TimeUnit.SECONDS)) {
                throw new LDAPException(ResultCode.OTHER, "the test has not ended");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void areNotWaitedForByteByByte() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        BadServer.Behaviour dripping = (socket, over) -> {
            BadServer.read(socket);
            // A message of 64 KiB, of which each byte comes in time.
            socket.getOutputStream().write(new byte[] {0x30, (byte) 0x83, 1, 0, 0});
            try {
                while (!over.await(20, TimeUnit.MILLISECONDS)) {
                    socket.getOutputStream().write(4);
                    socket.getOutputStream().flush();
                }
            } finally {
                gone.countDown();
            }
        };
        try (BadServer server = new BadServer(dripping)) {
            configure(HASTY, server.port());

            assertUnavailable();
            // The gateway has hung up, too, and no thread reads on.
            assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 400 Bad Request\r\n\r\n",
                "\u0000\u0000\u0000",
                "0\u0084\u007f\u00ff\u00ff\u00ff",
                "0\u0003\u0002\u0001\u0001",
                // the end of a search, to a bind
                "0\f\u0002\u0001\u0001e\u0007\n\u0001\u0000\u0004\u0000\u0004\u0000",
                // and of a change of an entry
                "0\f\u0002\u0001\u0001g\u0007\n\u0001\u0000\u0004\u0000\u0004\u0000"
            })
    void areNotBelievedIfTheySpeakAnythingElse(String text) throws Exception {
        try (BadServer server = BadServer.saying(text.getBytes(ISO_8859_1))) {
            configure(HASTY, server.port());

            assertUnavailable();
        }
    }

    @Test
    void doNotMakeSomebodyOfNobody() {
        directory.onEntry = entry -> entry.setSearchEntry(entry("", "alice"));
        assertRefused();
        assertThat(directory.binds).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uid=eve,dc=example,dc=org",
                "uid=alice,ou=people,dc=example,dc=com",
                "uid=alice,ou=people2,dc=example,dc=org"
            })
    void doNotMakeAUserOfAnEntryElsewhere(String name) {
        directory.onEntry = entry -> entry.setSearchEntry(entry(name, "alice"));

        assertRefused();
        assertThat(directory.binds).isEmpty();
        assertThat(harness.context().meters().count("unusable_entries")).isEqualTo(1);
    }

    @Test
    void doNotMakeAUserOfAnotherOne() {
        directory.onEntry = entry -> entry.setSearchEntry(entry("uid=bob,ou=people,dc=example,dc=org", "bob"));

        assertRefused();
        assertThat(directory.binds).isEmpty();
    }

    @Test
    void doNotMakeAUserOfAnotherOneWhoseEntryIsRead() {
        String template = "users: { dn: 'uid={user},ou=people,dc=example,dc=org' }\ntimeout: 30s\n";
        configure(template, directory.port());
        directory.onEntry = entry -> entry.setSearchEntry(entry("uid=bob,ou=people,dc=example,dc=org", "bob"));

        assertRefused();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "ali\u0000ce", "a\nb"})
    void doNotMakeAUserOfWhatIsNoName(String name) {
        directory.onEntry = entry -> entry.setSearchEntry(new Entry(
                "uid=alice,ou=people,dc=example,dc=org", new Attribute("uid", "alice"), new Attribute("cn", name)));
        configure(PATIENT + "nameAttribute: cn\n", directory.port());

        assertRefused();
    }

    @Test
    void areNotHeardOutWhoseEntriesNeverEnd() throws Exception {
        directory.onSearch = request -> {
            while (end.getCount() > 0) {
                request.sendSearchEntry(entry("uid=alice,ou=people,dc=example,dc=org", "alice"));
            }
        };

        assertRefused();
        assertThat(directory.binds).isEmpty();
    }

    @Test
    void areNotHeardOutWhoseReferencesNeverEnd() {
        directory.onSearch = request -> {
            while (end.getCount() > 0) {
                request.sendSearchReference(new SearchResultReference(new String[] {"ldap://127.0.0.1:1/"}, null));
            }
        };

        HarnessResult result = alice();
        assertThat(result.relayed()).isFalse();
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    @Test
    void areNotHeardOutWhoseGroupsNeverEnd() {
        directory.onSearch = request -> {
            int group = 0;
            while (request.getRequest().getBaseDN().startsWith("ou=groups") && end.getCount() > 0) {
                request.sendSearchEntry(new Entry("cn=" + group++ + ",ou=groups,dc=example,dc=org"));
            }
        };

        assertUnavailable();
    }

    @Test
    void areNotBelievedGroupsOfElsewhere() {
        directory.onEntry = entry -> {
            if (entry.getRequest().getBaseDN().startsWith("ou=groups")) {
                entry.setSearchEntry(new Entry("cn=admins,dc=example,dc=com"));
            }
        };

        assertRefused();
    }

    /** Somebody who may make entries of another kind beside the groups is not in the group of that name. */
    @ParameterizedTest
    @ValueSource(strings = {"ou=", "description=", "uid=", "2.5.4.11=", "ou=x+cn="})
    void areNotBelievedThatAnotherKindOfEntryIsAGroupOfThatName(String attribute) {
        assertThat(groupsOf(attribute + "admins,ou=groups,dc=example,dc=org"))
                .isNotEmpty()
                .allMatch(name -> name.contains("=admins") && name.endsWith(",ou=groups,dc=example,dc=org"));
        assertThat(groupsOf("2.5.4.3=admins,ou=groups,dc=example,dc=org")).containsOnly("admins");
    }

    private List<String> groupsOf(String entry) {
        configure(PATIENT, directory.port());
        directory.onEntry = found -> {
            if (found.getRequest().getBaseDN().startsWith("ou=groups")) {
                found.setSearchEntry(new Entry(entry));
            }
        };
        Principal principal = alice().fact(ExchangeKey.PRINCIPAL);
        return principal == null ? List.of() : principal.claims().getOrDefault("groups", List.of());
    }

    @Test
    void areNotBelievedIfTheyKeepGroupsBack() throws Exception {
        directory
                .server()
                .modify(
                        "dn: uid=alice,ou=people,dc=example,dc=org",
                        "changetype: modify",
                        "add: memberOf;range=0-1499",
                        "memberOf;range=0-1499: cn=x,ou=groups,dc=example,dc=org");
        configure(PATIENT.replaceAll("groups: .*\n", "groups: { attribute: {} }\n"), directory.port());

        assertRefused();
    }

    @Test
    void cannotSendTheGatewayElsewhere() throws Exception {
        try (BadServer other = BadServer.silent()) {
            String[] there = {"ldap://127.0.0.1:" + other.port() + "/"};
            directory.onBind = request -> {
                throw new LDAPException(ResultCode.REFERRAL, "ask there", null, there);
            };
            assertUnavailable();

            directory.onSearch = request -> {
                throw new LDAPException(ResultCode.REFERRAL, "ask there", null, there);
            };
            assertUnavailable();

            directory.onSearch = request -> request.sendSearchReference(new SearchResultReference(there, null));
            directory.onBind = request -> {};
            assertThat(alice().fact(ExchangeKey.PRINCIPAL))
                    .isEqualTo(new Principal(
                            "alice",
                            "ldap",
                            Map.of("groups", List.of("Readers", "cn=admins,ou=old,ou=groups,dc=example,dc=org"))));
            assertThat(other.accepted).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 13, 51, 52, 80})
    void letNobodyInWhoSayThatSomethingIsWrongWithThem(int code) {
        directory.onBind = request -> {
            throw new LDAPException(ResultCode.valueOf(code), "not now");
        };

        assertUnavailable();
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 32, 34, 48, 49, 50, 53})
    void refuseUsersInSeveralWays(int code) {
        directory.onBind = request -> {
            throw new LDAPException(ResultCode.valueOf(code), "no");
        };

        assertRefused();
    }

    @Test
    void areDownForEverybodyIfTheAccountsPasswordIsWrong() {
        configure(PATIENT.replace("of the gateway", "of another"), directory.port());

        assertUnavailable();
        assertThat(directory.binds).isEmpty();
    }

    @Test
    void loseTheConnectionsThatDoNotAnswerAnyMore() {
        assertThat(alice().relayed()).isTrue();
        Awaitility.await().until(() -> idleConnections() == 2);

        harness.context().advance(Duration.ofSeconds(30));
        Awaitility.await().until(() -> idleConnections() == 2);

        // The check that is under way may hold a connection that answered, and gives it back when this one is over.
        directory.close();
        Awaitility.await().until(() -> {
            harness.context().advance(Duration.ofSeconds(30));
            return idleConnections() == 0;
        });
    }

    private double idleConnections() {
        return harness.context().meters().gauge("idle_connections");
    }
}
