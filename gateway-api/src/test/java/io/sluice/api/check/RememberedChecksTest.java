package io.sluice.api.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.check.RememberedChecks.Meaning;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RememberedChecksTest {

    private static final CheckOrigin HERE = CheckOrigin.of(InetAddress.getLoopbackAddress(), "typed");

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> checked = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private final VerifiedCache<String> cache = new VerifiedCache<>(() -> now, Duration.ofSeconds(60), 100, 100);
    private final RememberedChecks<String> checks =
            new RememberedChecks<>(new FairChecks<>(tasks::add, 10, "busy"), cache, (origin, found) -> meaning(found));

    private static Meaning meaning(String found) {
        return switch (found) {
            case "no" -> new Meaning.Wrong();
            case "unavailable" -> new Meaning.Unknown();
            default -> new Meaning.Right(found);
        };
    }

    private static ByteBuffer hash(String credentials) {
        return ByteBuffer.wrap(credentials.getBytes(UTF_8));
    }

    private CompletableFuture<String> start(String credentials, String found) {
        return checks.start(HERE, hash(credentials), () -> {
            checked.add(credentials);
            return found;
        });
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Test
    void forgetWhatIsRefusedAfterItWasRight() {
        start("key", "alice");
        runTasks();
        now = now.plusSeconds(61);

        start("key", "no");
        runTasks();

        assertThat(cache.size()).isZero();
    }

    @Test
    void knowWhatWasRightWhileNothingIsFoundOut() {
        start("key", "alice");
        runTasks();
        now = now.plusSeconds(61);

        start("key", "unavailable");
        runTasks();

        assertThat(cache.owner(hash("key"))).isEqualTo("alice");
    }

    @Test
    void giveUsersTheirTurnHoweverManyCredentialsOneHas() {
        for (String each : List.of("Mallory", "mAllory", "maLlory")) {
            start(each, "mallory");
        }
        start("bob", "bob");
        runTasks();
        now = now.plusSeconds(61);
        checked.clear();

        for (String each : List.of("Mallory", "mAllory", "maLlory")) {
            start(each, "mallory");
        }
        start("bob", "bob");
        runTasks();

        assertThat(checked).containsExactly("Mallory", "bob", "mAllory", "maLlory");
    }
}
