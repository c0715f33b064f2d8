package io.sluice.api.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FairChecksTest {

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private boolean full;
    private final FairChecks<String, String> checks = new FairChecks<>(this::accept, 2, "busy");

    private void accept(Runnable task) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        tasks.add(task);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void runTasks(int most) {
        IntStream.range(0, Math.min(most, tasks.size()))
                .forEach(i -> tasks.remove().run());
    }

    private static CheckOrigin origin(String address, String user) {
        try {
            return CheckOrigin.of(InetAddress.getByName(address), user);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private CompletableFuture<String> start(String address, String key) {
        return checks.start(origin(address, ""), key, () -> "found " + key);
    }

    @Test
    void runsEqualChecksOnceAtATime() {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<String> first =
                checks.start(origin("192.0.2.1", ""), "a", () -> "run " + runs.incrementAndGet());
        CompletableFuture<String> second =
                checks.start(origin("192.0.2.2", ""), "a", () -> "run " + runs.incrementAndGet());
        runTasks();
        CompletableFuture<String> third =
                checks.start(origin("192.0.2.2", ""), "a", () -> "run " + runs.incrementAndGet());
        runTasks();

        assertThat(first).isCompletedWithValue("run 1");
        assertThat(second).isCompletedWithValue("run 1");
        assertThat(third).isCompletedWithValue("run 2");
    }

    @Test
    void makesRoomForAnotherAddress() {
        CompletableFuture<String> first = start("192.0.2.1", "a");
        CompletableFuture<String> second = start("192.0.2.1", "b");
        CompletableFuture<String> own = start("192.0.2.1", "c");
        CompletableFuture<String> other = start("192.0.2.2", "d");
        runTasks();

        assertThat(own).isCompletedWithValue("busy");
        assertThat(second).isCompletedWithValue("busy");
        assertThat(first).isCompletedWithValue("found a");
        assertThat(other).isCompletedWithValue("found d");
    }

    @Test
    void hasNoPlaceWhereTheExecutorIsFullAndNothingOfItsOwnWaits() {
        full = true;

        assertThat(start("192.0.2.1", "a")).isCompletedWithValue("busy");
        assertThat(checks.startKnown(origin("192.0.2.1", ""), "b", () -> "found"))
                .isCompletedWithValue("busy");
    }

    @Test
    void doesNotCountKnownCredentialsAmongThoseThatWait() {
        checks.startKnown(origin("192.0.2.1", ""), "a", () -> "found a");
        checks.startKnown(origin("192.0.2.1", ""), "b", () -> "found b");
        CompletableFuture<String> first = start("192.0.2.1", "c");
        CompletableFuture<String> second = start("192.0.2.1", "d");
        CompletableFuture<String> tooMany = start("192.0.2.1", "e");
        runTasks();

        assertThat(first).isCompletedWithValue("found c");
        assertThat(second).isCompletedWithValue("found d");
        assertThat(tooMany).isCompletedWithValue("busy");
    }

    @Test
    void hasAllItsPlacesAgainOnceChecksEndedOrMadeRoom() {
        start("192.0.2.1", "a");
        CompletableFuture<String> displaced = start("192.0.2.1", "b");
        start("192.0.2.2", "c");
        checks.startKnown(origin("192.0.2.1", ""), "d", () -> "found d");
        runTasks();
        CompletableFuture<String> first = start("192.0.2.1", "e");
        CompletableFuture<String> second = start("192.0.2.1", "f");
        CompletableFuture<String> tooMany = start("192.0.2.1", "g");
        runTasks();

        assertThat(displaced).isCompletedWithValue("busy");
        assertThat(first).isCompletedWithValue("found e");
        assertThat(second).isCompletedWithValue("found f");
        assertThat(tooMany).isCompletedWithValue("busy");
    }

    /** As many tasks as {@link CheckThreads} takes. */
    private void takeTasksLikeThreads(Runnable task) {
        if (tasks.size() >= 1024) {
            throw new RejectedExecutionException("full");
        }
        tasks.add(task);
    }

    private static List<CompletableFuture<String>> flood(FairChecks<String, String> many, String network) {
        return flood(many, network, "mallory");
    }

    private static List<CompletableFuture<String>> flood(FairChecks<String, String> many, String network, String user) {
        return IntStream.range(0, 1_100)
                .mapToObj(i ->
                        many.startKnown(origin(network + ".1", user), network + user + " flood " + i, () -> "found"))
                .toList();
    }

    @Test
    void givesOthersTheirTurnWhileThousandsOfKnownOnesOfOneUserWait() {
        FairChecks<String, String> many = new FairChecks<>(this::takeTasksLikeThreads, 64, "busy");
        flood(many, "192.0.2");

        CompletableFuture<String> known = many.startKnown(origin("198.51.100.2", "alice"), "known", () -> "found");
        CompletableFuture<String> first = many.start(origin("198.51.100.3", "carol"), "first", () -> "found");
        runTasks(10);

        assertThat(known).isCompletedWithValue("found");
        assertThat(first).isCompletedWithValue("found");
    }

    @Test
    void makesRoomForOthersWhereKnownOnesFillTheExecutor() {
        FairChecks<String, String> many = new FairChecks<>(this::takeTasksLikeThreads, 64, "busy");
        flood(many, "192.0.2", "mallory");
        flood(many, "192.0.3", "mallet");
        flood(many, "192.0.4", "trudy");

        CompletableFuture<String> known = many.startKnown(origin("198.51.100.2", "alice"), "known", () -> "found");
        CompletableFuture<String> first = many.start(origin("198.51.100.3", "carol"), "first", () -> "found");
        flood(many, "192.0.5", "mallory");
        runTasks(40);

        assertThat(known).isCompletedWithValue("found");
        assertThat(first).isCompletedWithValue("found");
    }

    @Test
    void boundsHowManyKnownOnesOfOneUserWait() {
        FairChecks<String, String> many = new FairChecks<>(this::takeTasksLikeThreads, 64, "busy");

        List<CompletableFuture<String>> flood = flood(many, "192.0.2");

        assertThat(flood.stream().filter(each -> !each.isDone())).hasSize(WaitingChecks.KNOWN_OF_USER + 64);
        runTasks();
        assertThat(flood).allMatch(CompletableFuture::isDone);
        assertThat(flood(many, "192.0.2").getFirst().isDone()).isFalse();
    }

    @Test
    void keepsNoKnownUserOutWhereAnotherHasHundredsOfKnownOnesAtTheSameAddress() {
        FairChecks<String, String> many = new FairChecks<>(this::takeTasksLikeThreads, 64, "busy");
        flood(many, "192.0.2");
        IntStream.range(0, 64).forEach(i -> many.start(origin("192.0.2.1", "id " + i), "wrong " + i, () -> "wrong"));

        CompletableFuture<String> known = many.startKnown(origin("192.0.2.1", "alice"), "known", () -> "found");

        assertThat(known.isDone()).isFalse();
        runTasks(4);
        assertThat(known).isCompletedWithValue("found");
    }

    @Test
    void hasKnownUsersWaitForOneTurnOfAUserAtThousandsOfNetworks() {
        FairChecks<String, String> many = new FairChecks<>(this::takeTasksLikeThreads, 64, "busy");
        IntStream.range(0, 1_000)
                .forEach(i -> many.startKnown(
                        origin("2001:db8:0:" + Integer.toHexString(i) + "::1", "mallory"),
                        "flood " + i,
                        () -> "found"));

        CompletableFuture<String> known = many.startKnown(origin("192.0.2.1", "alice"), "known", () -> "found");
        runTasks(4);

        assertThat(known).isCompletedWithValue("found");
    }

    @Test
    void makesRoomForKnownOnesWhereOthersOfManyNetworksFillTheExecutor() {
        FairChecks<String, String> many = new FairChecks<>(this::takeTasksLikeThreads, 2_000, "busy");
        IntStream.range(0, 1_024)
                .forEach(i -> many.start(
                        origin("2001:db8:0:" + Integer.toHexString(i) + "::1", "id " + i),
                        "wrong " + i,
                        () -> "wrong"));

        List<CompletableFuture<String>> known = IntStream.range(0, 20)
                .mapToObj(i -> many.startKnown(origin("192.0.2.1", "alice"), "known " + i, () -> "found"))
                .toList();
        runTasks();

        assertThat(known).allMatch(each -> "found".equals(each.getNow("")));
    }

    @Test
    void failsOneCheckWithWhatItThrowsAndGoesOn() {
        CompletableFuture<String> failing = checks.start(origin("192.0.2.1", ""), "a", () -> {
            throw new IllegalStateException("broken");
        });
        CompletableFuture<String> next = start("192.0.2.1", "b");
        runTasks();
        CompletableFuture<String> again = start("192.0.2.1", "a");
        runTasks();

        assertThat(failing).isCompletedExceptionally();
        assertThat(next).isCompletedWithValue("found b");
        assertThat(again).isCompletedWithValue("found a");
    }

    @Test
    void countsANetworkOfOneClientOnce() {
        assertThat(origin("2001:db8::1", "")).isEqualTo(origin("2001:db8::ffff:0:2", ""));
        assertThat(origin("2001:db8::1", "")).isNotEqualTo(origin("2001:db8:0:1::1", ""));
        assertThat(origin("192.0.2.1", "")).isNotEqualTo(origin("192.0.2.2", ""));
    }
}
