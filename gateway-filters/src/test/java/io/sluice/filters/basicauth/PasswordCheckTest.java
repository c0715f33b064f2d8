package io.sluice.filters.basicauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.basicauth.PasswordCheck.Outcome;
import io.sluice.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PasswordCheckTest {

    private static final Htpasswd USERS =
            Htpasswd.parse("alice:$2y$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a");

    private final TestContext context = new TestContext();
    private final BasicAuthConfig config = new BasicAuthConfig(
            Path.of("users"), "sluice", false, Duration.ofSeconds(5), Duration.ofSeconds(60), 10, 2);
    private final PasswordCheck check = new PasswordCheck(USERS, config, context.blockingExecutor(), context.clock());

    private static Credentials credentials(String user, String password) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
        return Objects.requireNonNull(Credentials.parse("Basic " + pair));
    }

    @Test
    void makesEqualChecksOnce() {
        CompletableFuture<Outcome> first = check.start(credentials("alice", "secret"));
        CompletableFuture<Outcome> second = check.start(credentials("alice", "secret"));

        assertThat(context.runTasks()).isEqualTo(1);
        assertThat(first.join()).isEqualTo(Outcome.VERIFIED);
        assertThat(second.join()).isEqualTo(Outcome.VERIFIED);
    }

    @Test
    void letsNoMoreWaitThanItsLimit() {
        check.start(credentials("alice", "a"));
        check.start(credentials("alice", "b"));

        assertThat(check.start(credentials("alice", "c")).join()).isEqualTo(Outcome.BUSY);
        assertThat(context.runTasks()).isEqualTo(2);
        assertThat(check.start(credentials("alice", "c")).isDone()).isFalse();
    }

    @Test
    void doesNotMixUpWhereNameAndPasswordMeet() {
        check.start(credentials("alice", "secret"));
        context.runTasks();

        assertThat(check.start(credentials("alices", "ecret")).isDone()).isFalse();
    }
}
