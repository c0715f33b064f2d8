package io.sluice.filters.basicauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.check.BasicCredentials;
import io.sluice.filters.basicauth.PasswordCheck.Outcome;
import io.sluice.testkit.TestContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PasswordCheckTest {

    private static final Htpasswd USERS =
            Htpasswd.parse("alice:$2y$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a");

    private static final String HERE = "192.0.2.1";

    private final TestContext context = new TestContext();
    private final BasicAuthConfig config = new BasicAuthConfig(
            Path.of("users"), "sluice", false, Duration.ofSeconds(5), Duration.ofSeconds(60), 10, 2);
    private final PasswordCheck check = new PasswordCheck(USERS, config, context.blockingExecutor(), context);

    private CompletableFuture<Outcome> start(String user, String password, String address) {
        try {
            return check.start(credentials(user, password), InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Null where the check has not ended. */
    private static @Nullable Outcome outcome(CompletableFuture<Outcome> check) {
        return check.getNow(null);
    }

    private static BasicCredentials credentials(String user, String password) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
        return Objects.requireNonNull(BasicCredentials.parse("Basic " + pair));
    }

    @Test
    void makesEqualChecksOnce() {
        CompletableFuture<Outcome> first = start("alice", "secret", HERE);
        CompletableFuture<Outcome> second = start("alice", "secret", HERE);

        assertThat(context.runTasks()).isEqualTo(1);
        assertThat(outcome(first)).isEqualTo(Outcome.VERIFIED);
        assertThat(outcome(second)).isEqualTo(Outcome.VERIFIED);
    }

    @Test
    void makesACheckOnceWithinTheTimeThatARightPasswordIsRemembered() {
        start("alice", "secret", HERE);
        context.runTasks();

        assertThat(outcome(start("alice", "secret", HERE))).isEqualTo(Outcome.VERIFIED);
        assertThat(start("alice", "Secret", HERE).isDone()).isFalse();
        context.clock().advance(Duration.ofSeconds(61));
        assertThat(start("alice", "secret", HERE).isDone()).isFalse();
    }

    @Test
    void forgetsARightPasswordInTimeAlsoWhereTheTimeOfDayIsSetBack() {
        start("alice", "secret", HERE);
        context.runTasks();

        context.clock().set(context.clock().instant().minus(Duration.ofDays(1)));
        context.clock().advance(Duration.ofSeconds(61));

        assertThat(start("alice", "secret", HERE).isDone()).isFalse();
    }

    /** A filter that decides too late answers with 500, and nobody waits for what it found. */
    @Test
    void isGivenUpOnceItHasWaitedForTooLong() throws Exception {
        TestContext slow = new TestContext().filterTimeout(Duration.ofMillis(2));
        PasswordCheck late = new PasswordCheck(USERS, config, slow.blockingExecutor(), slow);
        InetAddress here = InetAddress.getByName(HERE);

        assertThat(late.start(credentials("alice", "secret"), here).get(60, TimeUnit.SECONDS))
                .isEqualTo(Outcome.BUSY);
        slow.runTasks();

        assertThat(late.start(credentials("alice", "secret"), here).get(60, TimeUnit.SECONDS))
                .as("nothing was found out, so nothing is remembered")
                .isEqualTo(Outcome.BUSY);
    }

    @Test
    void remembersAPasswordByTheBytesThatBcryptLooksAt() {
        Htpasswd users = Htpasswd.parse("alice:$2b$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe");
        PasswordCheck truncating = new PasswordCheck(users, config, context.blockingExecutor(), context);
        InetAddress here = InetAddress.getLoopbackAddress();
        truncating.start(credentials("alice", "a".repeat(72)), here);
        context.runTasks();

        assertThat(outcome(truncating.start(credentials("alice", "a".repeat(72) + "b"), here)))
                .isEqualTo(Outcome.VERIFIED);
        assertThat(truncating.start(credentials("alice", "a".repeat(71)), here).isDone())
                .isFalse();
    }

    @Test
    void doesNotRememberWrongPasswords() {
        start("alice", "wrong", HERE);
        context.runTasks();

        assertThat(start("alice", "wrong", HERE).isDone()).isFalse();
    }

    @Test
    void letsNoMoreWaitThanItsLimit() {
        start("alice", "a", HERE);
        start("alice", "b", HERE);

        assertThat(outcome(start("alice", "c", HERE))).isEqualTo(Outcome.BUSY);
        assertThat(context.runTasks()).isEqualTo(2);
        assertThat(start("alice", "c", HERE).isDone()).isFalse();
    }

    @Test
    void doesNotMixUpWhereNameAndPasswordMeet() {
        start("alice", "secret", HERE);
        context.runTasks();

        assertThat(start("alices", "ecret", HERE).isDone()).isFalse();
    }

    @Test
    void checksKnownCredentialsAgainBeforeEverythingThatWaits() {
        start("alice", "secret", HERE);
        context.runTasks();
        context.clock().advance(Duration.ofSeconds(61));
        CompletableFuture<Outcome> wrong = start("alice", "a", HERE);
        start("alice", "b", HERE);

        CompletableFuture<Outcome> right = start("alice", "secret", HERE);

        List<Outcome> ended = new ArrayList<>();
        wrong.thenAccept(ended::add);
        right.thenAccept(ended::add);
        assertThat(context.runTasks()).isEqualTo(3);
        assertThat(ended).containsExactly(Outcome.VERIFIED, Outcome.REFUSED);
    }

    @Test
    void hasKnownCredentialsTakeAPlaceWhereTheExecutorIsFull() {
        start("alice", "secret", HERE);
        context.runTasks();
        context.clock().advance(Duration.ofSeconds(61));
        CompletableFuture<Outcome> wrong = start("alice", "a", HERE);
        context.refuseTasks(true);

        CompletableFuture<Outcome> right = start("alice", "secret", "192.0.2.2");

        assertThat(outcome(wrong)).isEqualTo(Outcome.BUSY);
        assertThat(context.runTasks()).isEqualTo(1);
        assertThat(outcome(right)).isEqualTo(Outcome.VERIFIED);
    }

    @Test
    void takesAPlaceFromTheAddressWithMostOfThem() {
        CompletableFuture<Outcome> first = start("alice", "a", HERE);
        CompletableFuture<Outcome> second = start("bob", "b", HERE);

        CompletableFuture<Outcome> other = start("alice", "secret", "192.0.2.2");

        assertThat(outcome(second)).isEqualTo(Outcome.BUSY);
        assertThat(context.runTasks()).isEqualTo(2);
        assertThat(outcome(first)).isEqualTo(Outcome.REFUSED);
        assertThat(outcome(other)).isEqualTo(Outcome.VERIFIED);
    }

    @Test
    void takesAPlaceFromTheUserNameWithMostOfThem() {
        CompletableFuture<Outcome> first = start("bob", "a", HERE);
        CompletableFuture<Outcome> second = start("bob", "b", "192.0.2.2");

        CompletableFuture<Outcome> other = start("alice", "secret", "192.0.2.3");

        assertThat(List.of(first, second))
                .extracting(PasswordCheckTest::outcome)
                .containsOnlyOnce(Outcome.BUSY);
        assertThat(context.runTasks()).isEqualTo(2);
        assertThat(outcome(other)).isEqualTo(Outcome.VERIFIED);
    }

    @Test
    void countsANetworkOfOneClientAsOneAddress() {
        start("alice", "a", "2001:db8::1");
        CompletableFuture<Outcome> newest = start("bob", "b", "2001:db8::ffff:0:2");

        start("carol", "c", "2001:db8::3");
        assertThat(newest.isDone()).isFalse();

        start("alice", "secret", "2001:db8:0:1::1");
        assertThat(outcome(newest)).isEqualTo(Outcome.BUSY);
    }

    @Test
    void answersTheRightPasswordAmongManyWrongOnes() {
        int attempts = 150;
        List<CompletableFuture<Outcome>> wrong = IntStream.range(0, attempts)
                .mapToObj(i -> start("alice", "wrong" + i, HERE))
                .toList();

        CompletableFuture<Outcome> right = start("alice", "secret", "192.0.2.2");

        context.runTasks();
        assertThat(outcome(right)).isEqualTo(Outcome.VERIFIED);
        assertThat(wrong).extracting(PasswordCheckTest::outcome).doesNotContain(Outcome.VERIFIED);
    }
}
