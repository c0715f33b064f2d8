package io.sluice.plugins.ldap;

import static org.assertj.core.api.Assertions.assertThat;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import io.sluice.api.check.BasicCredentials;
import io.sluice.api.check.Deadline;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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

/** Servers that take connections, and fail later. */
@Timeout(120)
@Tag("slow")
class SeveralDirectoriesTest {

    private static final String TIMES = "timeout: 30s\nconnectTimeout: 20s\ncacheFor: 0s\n";
    private static final String HASTY = "timeout: 2s\nconnectTimeout: 2s\ncacheFor: 0s\n";
    private static final String BIND = "bind: { dn: 'cn=gateway,dc=example,dc=org', password: of the gateway }\n";
    private static final String ACCOUNT = BIND + "users: { search: { base: 'ou=people,dc=example,dc=org' } }\n";
    private static final String NO_ACCOUNT = "users: { dn: 'uid={user},ou=people,dc=example,dc=org' }\n";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountDownLatch end = new CountDownLatch(1);
    private TestDirectory first;
    private TestDirectory second;
    private FilterHarness harness;

    @BeforeEach
    void start() throws Exception {
        first = new TestDirectory();
        second = new TestDirectory();
        harness = TestDirectory.harness(ACCOUNT + TIMES, first.port(), second.port());
    }

    @AfterEach
    void stop() {
        end.countDown();
        harness.close();
        first.close();
        second.close();
    }

    private void configure(String yaml, int... ports) {
        harness.close();
        harness = TestDirectory.harness(yaml, ports);
    }

    private HarnessResult as(String user, String password) {
        return harness.request("GET", "/")
                .header("Authorization", LdapFilterTest.basic(user, password))
                .send();
    }

    private HarnessResult alice() {
        return as("alice", "secret");
    }

    private static <T> TestDirectory.Step<T> saying(int code) {
        return asked -> {
            throw new LDAPException(ResultCode.valueOf(code), "not now");
        };
    }

    private void hang() throws LDAPException {
        try {
            if (!end.await(60, TimeUnit.SECONDS)) {
                throw new LDAPException(ResultCode.OTHER, "the test has not ended");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertStaysWithTheSecond() {
        int searches = first.searches.size();
        int binds = first.binds.size();

        assertThat(alice().relayed()).isTrue();
        assertThat(first.searches).hasSize(searches);
        assertThat(first.binds).hasSize(binds);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 51, 52, 80})
    void areGivenUpForTheNextOneIfTheyFailAtASearch(int code) {
        first.onSearch = saying(code);

        assertThat(alice().relayed()).isTrue();
        assertThat(first.searches).isNotEmpty();
        assertStaysWithTheSecond();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 51, 52, 80})
    void areGivenUpForTheNextOneIfTheyFailAtTheUsersPassword(int code) {
        for (String config : List.of(ACCOUNT, NO_ACCOUNT)) {
            configure(config + TIMES, first.port(), second.port());
            first.onBind = saying(code);

            assertThat(alice().relayed()).isTrue();
            assertThat(first.binds).isNotEmpty();
            assertStaysWithTheSecond();
        }
    }

    @Test
    void areGivenUpForTheNextOneIfTheyFailOnAConnectionThatWasKept() {
        assertThat(alice().relayed()).isTrue();
        first.onSearch = saying(51);

        assertThat(alice().relayed()).isTrue();
        assertStaysWithTheSecond();
    }

    @Test
    void areGivenUpForTheNextOneIfTheyHangUp() throws Exception {
        byte[] welcome = {0x30, 0x0c, 2, 1, 1, 0x61, 7, 0x0a, 1, 0, 4, 0, 4, 0};
        BadServer.Behaviour closing = (socket, over) -> {
            BadServer.read(socket);
            socket.getOutputStream().write(welcome);
            BadServer.read(socket);
        };
        try (BadServer server = new BadServer(closing)) {
            configure(ACCOUNT + TIMES, server.port(), second.port());

            assertThat(alice().relayed()).isTrue();
            assertThat(server.accepted).hasPositiveValue();
            int asked = server.accepted.get();
            assertThat(alice().relayed()).isTrue();
            assertThat(server.accepted).hasValue(asked);
        }
    }

    /** The check that finds this out has no time left, and a later one begins elsewhere. */
    @Test
    void areAskedLastOnceTheyHaveNotAnsweredInTime() {
        configure(ACCOUNT + HASTY, first.port(), second.port());
        first.onSearch = request -> hang();
        assertThat(alice().status()).isEqualTo(503);

        Awaitility.await().atMost(LONG).until(() -> alice().relayed());
        assertStaysWithTheSecond();
    }

    @Test
    void areAskedLastOnceTheyHaveNotAnsweredAPasswordInTime() {
        configure(NO_ACCOUNT + HASTY, first.port(), second.port());
        first.onBind = request -> hang();
        assertThat(alice().status()).isEqualTo(503);

        Awaitility.await().atMost(LONG).until(() -> alice().relayed());
        assertStaysWithTheSecond();
    }

    @Test
    void areAskedLastOnceTheyHaveSaidNothingForAllOfTheTime() throws Exception {
        try (BadServer silent = BadServer.silent()) {
            configure(NO_ACCOUNT + HASTY, silent.port(), second.port());
            assertThat(alice().status()).isEqualTo(503);

            Awaitility.await().atMost(LONG).until(() -> alice().relayed());
            int asked = silent.accepted.get();
            assertThat(alice().relayed()).isTrue();
            assertThat(silent.accepted).hasValue(asked);
        }
    }

    /** Else the one that is silent would be asked first again, and for ever. */
    @Test
    void areNotToBlameForTimeThatTheOneBeforeTook() throws Exception {
        second.onSearch = request -> pause(Duration.ofMillis(400));
        try (BadServer silent = BadServer.silent()) {
            configure(ACCOUNT + "timeout: 4s\nconnectTimeout: 3900ms\ncacheFor: 0s\n", silent.port(), second.port());
            assertThat(alice().status()).isEqualTo(503);

            Awaitility.await().atMost(LONG).until(() -> alice().relayed());
        }
    }

    private void pause(Duration duration) {
        try {
            end.await(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void areAskedAgainIfTheNextOneFails() {
        first.onSearch = saying(51);
        assertThat(alice().relayed()).isTrue();
        first.onSearch = request -> {};
        second.onSearch = saying(51);

        assertThat(alice().relayed()).isTrue();
    }

    @Test
    void areEachAskedOnceIfAllOfThemFail() {
        first.onSearch = saying(51);
        second.onSearch = saying(51);

        assertThat(alice().status()).isEqualTo(503);
        assertThat(first.searches).hasSize(1);
        assertThat(second.searches).hasSize(1);
        assertThat(harness.context().meters().count("directory_failures")).isEqualTo(1);
    }

    @Test
    void haveTheLastWordOnUsersAndPasswords() {
        assertThat(as("nobody", "secret").status()).isEqualTo(401);
        for (String config : List.of(ACCOUNT, NO_ACCOUNT)) {
            configure(config + TIMES, first.port(), second.port());

            assertThat(as("alice", "wrong").status()).isEqualTo(401);
        }
        assertThat(second.searches).isEmpty();
        assertThat(second.binds).isEmpty();
    }

    /** Clients may have a part in such an answer, and the next server would say the same. */
    @ParameterizedTest
    @ValueSource(ints = {11, 21})
    void haveTheLastWordOnWhatIsWrongWithAQuestion(int code) {
        first.onSearch = saying(code);

        assertThat(alice().status()).isEqualTo(503);
        assertThat(second.searches).isEmpty();
        first.onSearch = request -> {};
        assertThat(alice().relayed()).isTrue();
        assertThat(second.searches).isEmpty();
    }

    /** The account may not read, or the entry is hidden from it; the next server would say the same. */
    @ParameterizedTest
    @ValueSource(ints = {32, 50})
    void haveTheLastWordOnEntriesThatCannotBeRead(int code) {
        for (String config : List.of(BIND + NO_ACCOUNT, NO_ACCOUNT)) {
            configure(config + TIMES, first.port(), second.port());
            first.onSearch = saying(code);

            assertThat(alice().status()).isEqualTo(401);
            assertThat(harness.context().meters().count("unusable_entries")).isEqualTo(1);
            first.onSearch = request -> {};
            assertThat(alice().relayed()).isTrue();
            assertThat(second.searches).isEmpty();
            assertThat(second.binds).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 34})
    void areGivenUpForTheNextOneIfTheyRefuseTheAccount(int code) throws Exception {
        byte[] refusal = {0x30, 0x0c, 2, 1, 1, 0x61, 7, 0x0a, 1, (byte) code, 4, 0, 4, 0};
        try (BadServer server = BadServer.saying(refusal)) {
            configure(ACCOUNT + TIMES, server.port(), second.port());

            assertThat(alice().relayed()).isTrue();
            assertThat(server.accepted).hasPositiveValue();
        }
    }

    @Test
    void areAskedFirstAgainAfterTheyWereRestarted() throws Exception {
        assertThat(alice().relayed()).isTrue();
        int port = first.port();
        first.close();
        first = TestDirectory.at(port);

        assertThat(alice().relayed()).isTrue();
        assertThat(second.searches).isEmpty();
    }

    /** Otherwise a client with many passwords could have a server that is well left for one that is down. */
    @Test
    void areNotToBlameForChecksThatBeganLate() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        first.onSearch = request -> {
            try {
                assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        try (Directory directory =
                new Directory(TestDirectory.config(first.port(), second.port()), new TestContext().meters())) {
            assertThat(check(directory, Duration.ofMillis(300))).isInstanceOf(Finding.Unavailable.class);
            done.countDown();

            assertThat(check(directory, Duration.ofSeconds(50))).isInstanceOf(Finding.Verified.class);
            assertThat(second.searches).isEmpty();
        }
    }

    private static Finding check(Directory directory, Duration left) {
        BasicCredentials credentials = BasicCredentials.parse(LdapFilterTest.basic("alice", "secret"));
        return directory.check(Objects.requireNonNull(credentials), Deadline.after(left));
    }
}
