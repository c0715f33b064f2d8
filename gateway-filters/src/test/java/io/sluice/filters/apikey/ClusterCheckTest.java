package io.sluice.filters.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ClusterAnswer;
import io.sluice.api.ClusterName;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who waits for whom while a cluster is asked about keys. */
class ClusterCheckTest {

    private static final int PENDING = 64;
    private static final String ATTACKER = "192.0.2.1";

    private final TestCluster cluster = new TestCluster("primary").answeringClients(ClusterCheckTest::answer);
    private final TestContext context = new TestContext().reaching(cluster);
    private final ClusterCheck check = check(context, Duration.ofSeconds(2));

    private static ClusterCheck check(TestContext context, Duration timeout) {
        ClusterKeys config = new ClusterKeys(
                new ClusterName("primary"),
                ClusterKeys.UserName.ID,
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                100,
                timeout,
                4,
                PENDING);
        return new ClusterCheck(config, context, context.blockingExecutor());
    }

    private static ClusterAnswer answer(String authorization) {
        ApiKey key = Objects.requireNonNull(ApiKey.parse(authorization));
        return key.id().startsWith("user")
                ? Keys.accepting(key.id(), key.id().equals("user of bob") ? "bob" : "jane")
                : new ClusterAnswer(401);
    }

    private CompletableFuture<Finding> find(String id, String address) {
        return find(check, id, address);
    }

    private static CompletableFuture<Finding> find(ClusterCheck check, String id, String address) {
        try {
            ApiKey key = Objects.requireNonNull(ApiKey.parse(Keys.header(id, "secret")));
            return check.find(key, InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Null where the check has not ended. */
    private static @Nullable Finding finding(CompletableFuture<Finding> check) {
        return check.getNow(null);
    }

    @Test
    void asksOnceAboutEqualKeysAtTheSameTime() {
        CompletableFuture<Finding> first = find("user", ATTACKER);
        CompletableFuture<Finding> second = find("user", "192.0.2.2");

        context.runTasks();

        assertThat(finding(first)).isInstanceOf(Finding.Known.class).isEqualTo(finding(second));
        assertThat(cluster.shown()).hasSize(1);
    }

    @Test
    void answersTheRightKeysAmongTenThousandWrongOnesOfOneAddress() {
        List<CompletableFuture<Finding>> wrong = IntStream.range(0, 10_000)
                .mapToObj(i -> find("wrong" + i, ATTACKER))
                .toList();
        List<CompletableFuture<Finding>> right = IntStream.range(0, 20)
                .mapToObj(i -> find("user" + i, "198.51.100." + i))
                .toList();
        IntStream.range(10_000, 20_000).forEach(i -> find("wrong" + i, ATTACKER));

        context.runTasks();

        assertThat(right).extracting(ClusterCheckTest::finding).hasOnlyElementsOfType(Finding.Known.class);
        assertThat(wrong).extracting(ClusterCheckTest::finding).doesNotContainNull();
        assertThat(cluster.shown()).hasSizeLessThanOrEqualTo(PENDING + right.size());
        // Each of the users waited for one key of the attacker, and for the other users.
        int last = IntStream.range(0, 20)
                .map(i -> cluster.shown().indexOf(Keys.header("user" + i, "secret")))
                .max()
                .orElseThrow();
        assertThat(last).isLessThanOrEqualTo(21);
    }

    @Test
    void asksAboutKeysThatWereRightBeforeAllOthers() {
        find("user", "192.0.2.2");
        context.runTasks();
        context.clock().advance(Duration.ofSeconds(31));
        IntStream.range(0, 100).forEach(i -> find("wrong" + i, ATTACKER));

        CompletableFuture<Finding> again = find("user", ATTACKER);

        context.runTasks();
        assertThat(finding(again)).isInstanceOf(Finding.Known.class);
        assertThat(cluster.shown().get(1)).isEqualTo(Keys.header("user", "secret"));
    }

    @Test
    void remembersTheKeysOfOthersHoweverManyOneOwnerMakes() {
        find("user of bob", "192.0.2.2");
        for (int i = 0; i < 200; i++) {
            find("user" + i, ATTACKER);
            context.runTasks();
        }

        assertThat(finding(find("user of bob", "192.0.2.2"))).isInstanceOf(Finding.Known.class);
        assertThat(finding(find("user199", ATTACKER))).isInstanceOf(Finding.Known.class);
        assertThat(finding(find("user149", ATTACKER))).isNull();
    }

    @Test
    void turnsAwayWhatHasWaitedTooLongWithoutAsking() {
        CompletableFuture<Finding> late = find("user", ATTACKER);
        context.clock().advance(Duration.ofSeconds(3));

        context.runTasks();

        assertThat(finding(late)).isInstanceOf(Finding.Busy.class);
        assertThat(cluster.shown()).isEmpty();
    }

    /** A filter that decides too late answers with 500. */
    @Test
    void turnsAwayWhatNoThreadTakesInTimeWhateverTheTimeoutIs() throws Exception {
        for (Duration timeout : List.of(Duration.ofMillis(1), Duration.ofMinutes(1))) {
            TestContext hasty = new TestContext().reaching(cluster).filterTimeout(Duration.ofMillis(2));
            CompletableFuture<Finding> waiting = find(check(hasty, timeout), "user", ATTACKER);

            assertThat(waiting.get(30, TimeUnit.SECONDS)).isInstanceOf(Finding.Busy.class);
        }
    }

    /** Else a cluster that hangs would look like a lack of threads: 429 instead of 503. */
    @Test
    void stopsAskingBeforeARequestStopsWaiting() {
        List<Duration> waits = new ArrayList<>();
        TestContext hasty =
                new TestContext().reaching(new Hanging(cluster, waits)).filterTimeout(Duration.ofSeconds(10));

        CompletableFuture<Finding> found = find(check(hasty, Duration.ofMinutes(1)), "user", ATTACKER);
        hasty.runTasks();

        assertThat(finding(found)).isInstanceOf(Finding.Unavailable.class);
        assertThat(waits)
                .singleElement()
                .satisfies(wait -> assertThat(wait).isBetween(Duration.ofSeconds(4), Duration.ofMillis(7_200)));
    }

    /** A cluster that does not answer in time, however long that is. */
    private record Hanging(ClusterReader like, List<Duration> waits) implements ClusterReader {
        @Override
        public String cluster() {
            return like.cluster();
        }

        @Override
        public Duration every() {
            return like.every();
        }

        @Override
        public Map<String, @Nullable Object> get(RequestTarget target) throws IOException {
            return like.get(target);
        }

        @Override
        public ClusterAnswer getAs(String authorization, RequestTarget target, Duration timeout) throws IOException {
            waits.add(timeout);
            throw new IOException("timed out");
        }

        @Override
        public ClusterResponse send(
                String method, RequestTarget target, @Nullable String contentType, byte[] body, Bounds bounds)
                throws IOException {
            return like.send(method, target, contentType, body, bounds);
        }

        @Override
        public ClusterResponse bulk(byte[] lines, String opaqueId, Bounds bounds) throws IOException {
            return like.bulk(lines, opaqueId, bounds);
        }

        @Override
        public boolean hasCredentials() {
            return like.hasCredentials();
        }

        @Override
        public boolean canRunAs() {
            return like.canRunAs();
        }
    }

    @Test
    void goesOnAfterTheExecutorWasFull() {
        context.refuseTasks(true);
        assertThat(finding(find("user", ATTACKER))).isInstanceOf(Finding.Busy.class);
        context.refuseTasks(false);
        IntStream.range(0, 10).forEach(i -> find("wrong" + i, ATTACKER));

        CompletableFuture<Finding> later = find("user", "192.0.2.2");

        context.runTasks();
        assertThat(finding(later)).isInstanceOf(Finding.Known.class);
    }
}
