package io.sluice.plugins.ldap;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.check.BasicCredentials;
import io.sluice.testkit.TestContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LoginsTest {

    private final TestContext context = new TestContext();
    private TestDirectory server;
    private Directory directory;
    private Logins logins;

    @BeforeEach
    void start() throws Exception {
        server = new TestDirectory();
        LdapConfig config = TestDirectory.config(server.port());
        directory = new Directory(config, context.meters());
        logins = new Logins(config, directory, context, context.blockingExecutor());
    }

    @AfterEach
    void stop() {
        directory.close();
        server.close();
    }

    private CompletableFuture<Finding> start(String user, String password, String address) {
        try {
            BasicCredentials credentials = BasicCredentials.parse(LdapFilterTest.basic(user, password));
            return logins.start(Objects.requireNonNull(credentials), InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void letUsersInWhileSomebodyTriesThousandsOfPasswords() {
        List<CompletableFuture<Finding>> wrong = IntStream.range(0, 10_000)
                .mapToObj(i -> start("alice", "wrong" + i, "192.0.2.1"))
                .toList();

        CompletableFuture<Finding> alice = start("alice", "secret", "192.0.2.2");
        CompletableFuture<Finding> bob = start("bob", "secret of bob", "192.0.2.3");
        context.runTasks();

        assertThat(alice.join()).isInstanceOf(Finding.Verified.class);
        assertThat(bob.join()).isInstanceOf(Finding.Verified.class);
        assertThat(wrong)
                .allSatisfy(each -> assertThat(each.join()).isInstanceOfAny(Finding.Refused.class, Finding.Busy.class));
        assertThat(server.binds).hasSizeLessThanOrEqualTo(66);
    }

    @Test
    void takeKnownUsersFirstWhenAllPlacesAreTaken() {
        start("alice", "secret", "192.0.2.1");
        context.runTasks();
        context.clock().advance(Duration.ofSeconds(61));
        IntStream.range(0, 200).forEach(i -> start("mallory" + i, "x", "192.0.2." + i % 100));
        server.binds.clear();

        CompletableFuture<Finding> alice = start("alice", "secret", "192.0.2.1");
        context.runTasks();

        assertThat(alice.join()).isInstanceOf(Finding.Verified.class);
        assertThat(server.searches.get(1)).isEqualTo("(uid=alice)");
    }

    /** To the directory they are one user, who could fill the memory with them and come before everybody else. */
    @Test
    void rememberAFewSpellingsOfOneUserOnly() {
        List<String> spellings =
                IntStream.range(0, 50).mapToObj(LoginsTest::spelling).toList();
        for (String each : spellings) {
            CompletableFuture<Finding> finding = start(each, "secret", "192.0.2.1");
            context.runTasks();
            assertThat(finding.join()).isInstanceOf(Finding.Verified.class);
        }

        assertThat(spellings)
                .filteredOn(each -> start(each, "secret", "192.0.2.1").getNow(null) instanceof Finding.Verified)
                .hasSizeBetween(1, 8)
                .endsWith(spellings.getLast());
    }

    // Letters in either case, and spaces at the end.
    private static String spelling(int number) {
        StringBuilder name = new StringBuilder("alice" + " ".repeat(number >> 5));
        for (int i = 0; i < 5; i++) {
            if ((number & 1 << i) != 0) {
                name.setCharAt(i, Character.toUpperCase(name.charAt(i)));
            }
        }
        return name.toString();
    }

    @Test
    void askOnceForWhatManyRequestsShowAtATime() {
        List<CompletableFuture<Finding>> same = IntStream.range(0, 100)
                .mapToObj(i -> start("alice", "secret", "192.0.2." + i))
                .toList();

        context.runTasks();

        assertThat(same).allSatisfy(each -> assertThat(each.join()).isInstanceOf(Finding.Verified.class));
        assertThat(server.binds).hasSize(1);
    }
}
