package io.sluice.filters.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class GateTest {

    private final TestContext context = new TestContext();

    private Gate gate(int limit, int perKey, int size, int sizePerKey) {
        return gate(Grouping.TENANT, limit, perKey, size, sizePerKey);
    }

    private Gate gate(Grouping by, int limit, int perKey, int size, int sizePerKey) {
        SettableClock clock = context.clock();
        return new Gate(
                new ConcurrencyLimitConfig(
                        null,
                        by,
                        new Ceiling.Fixed(limit),
                        perKey,
                        new Waiting(size, sizePerKey, Duration.ofSeconds(1))),
                clock);
    }

    private Gate adaptive(Grouping by) {
        return new Gate(
                new ConcurrencyLimitConfig(
                        null, by, new Ceiling.Adaptive(2, 100, 1.5), 15, new Waiting(0, 0, Duration.ofSeconds(1))),
                context.clock());
    }

    /** One key's requests are refused one after another. */
    private static void refuse(Gate gate, Object key) {
        for (int i = 0; i < 1_009; i++) {
            gate.end(gate.enter(key), 1_000, true);
        }
    }

    @Test
    void letsAsManyWaitAsThereIsRoomForWhereAllAreCountedTogether() {
        Gate gate = gate(Grouping.FLOW, 1, 0, 100, 20);
        gate.enter("all");

        for (int i = 0; i < 100; i++) {
            assertThat(gate.enter("all").state).isEqualTo(Ticket.State.WAITING);
        }
        assertThat(gate.enter("all").state).isEqualTo(Ticket.State.ENDED);
    }

    @Test
    void noKeyShrinksTheLimitOfOthersByHavingItsOwnRequestsRefused() {
        Gate gate = adaptive(Grouping.TENANT);

        refuse(gate, "a");
        assertThat(gate.limit()).isEqualTo(20);

        Ticket other = gate.enter("b");
        for (int i = 0; i < 12; i++) {
            gate.enter("a");
        }
        refuse(gate, "a");
        assertThat(gate.limit()).isEqualTo(20);

        gate.end(other, 0, true);
        assertThat(gate.limit()).isEqualTo(18);
    }

    @Test
    void oneKeyThatKeepsTheClusterBusyAloneShrinksTheLimit() {
        Gate gate = adaptive(Grouping.TENANT);
        for (int i = 0; i < 9; i++) {
            gate.enter("a");
        }

        gate.end(gate.enter("a"), 1_000, true);

        assertThat(gate.limit()).isEqualTo(18);
    }

    @Test
    void whereAllAreCountedTogetherEachRefusalMayShrinkTheLimit() {
        Gate gate = adaptive(Grouping.FLOW);

        gate.end(gate.enter("a"), 1_000, true);

        assertThat(gate.limit()).isEqualTo(18);
    }

    private static boolean waits(Ticket ticket) {
        return ticket.outcome != null && !ticket.outcome.isDone();
    }

    private static boolean admitted(Ticket ticket) {
        return ticket.outcome == null ? ticket.state == Ticket.State.IN_FLIGHT : ticket.outcome.getNow(false);
    }

    private static boolean rejected(Ticket ticket) {
        return ticket.outcome == null
                ? ticket.state == Ticket.State.ENDED
                : ticket.outcome.isDone() && !ticket.outcome.join();
    }

    @Test
    void letsInWhatHasRoomThenLetsWaitThenTurnsAway() {
        Gate gate = gate(1, 0, 1, 1);

        assertThat(admitted(gate.enter("a"))).isTrue();
        assertThat(waits(gate.enter("a"))).isTrue();
        assertThat(rejected(gate.enter("a"))).isTrue();
        assertThat(gate.inFlight()).isEqualTo(1);
        assertThat(gate.waiting()).isEqualTo(1);
    }

    @Test
    void letsKeysTakeTurns() {
        Gate gate = gate(1, 0, 10, 10);
        Ticket running = gate.enter("a");
        Ticket a1 = gate.enter("a");
        Ticket a2 = gate.enter("a");
        Ticket b1 = gate.enter("b");

        gate.end(running, 0, false);
        assertThat(admitted(a1)).isTrue();
        gate.end(a1, 0, false);
        assertThat(admitted(b1)).isTrue();
        assertThat(waits(a2)).isTrue();
    }

    @Test
    void doesNotLetAFullKeyKeepOthersOut() {
        Gate gate = gate(3, 1, 10, 10);
        Ticket a = gate.enter("a");
        Ticket waiting = gate.enter("a");

        assertThat(waits(waiting)).isTrue();
        assertThat(admitted(gate.enter("b"))).isTrue();
        gate.end(a, 0, false);
        assertThat(admitted(waiting)).isTrue();
    }

    @Test
    void makesRoomInTheQueueForAKeyThatHasLess() {
        Gate gate = gate(1, 0, 3, 3);
        gate.enter("a");
        Ticket first = gate.enter("a");
        gate.enter("a");
        Ticket youngest = gate.enter("a");

        assertThat(waits(gate.enter("b"))).isTrue();
        assertThat(rejected(youngest)).isTrue();
        assertThat(waits(first)).isTrue();
        assertThat(gate.waiting()).isEqualTo(3);
    }

    @Test
    void turnsAwayWhatHasWaitedLongEnough() {
        Gate gate = gate(1, 0, 10, 10);
        Ticket running = gate.enter("a");
        Ticket early = gate.enter("a");
        context.advance(Duration.ofMillis(600));
        Ticket late = gate.enter("a");
        context.advance(Duration.ofMillis(600));

        assertThat(gate.expire()).isEqualTo(1);
        assertThat(rejected(early)).isTrue();
        gate.end(running, 0, false);
        assertThat(admitted(late)).isTrue();
    }

    @Test
    void releasesOnceHoweverOftenARequestEnds() {
        Gate gate = gate(2, 0, 10, 10);
        Ticket first = gate.enter("a");
        gate.enter("a");
        Ticket waiting = gate.enter("a");

        gate.end(waiting, 0, false);
        gate.end(waiting, 0, false);
        gate.end(first, 0, false);
        gate.end(first, 0, false);

        assertThat(gate.inFlight()).isEqualTo(1);
        assertThat(gate.waiting()).isZero();
        assertThat(waits(waiting)).isTrue();
    }

    @Test
    void keepsItsLimitsAndLosesNobodyInAnyOrder() {
        long seed = RandomGenerator.getDefault().nextLong();
        Random random = new Random(seed);
        Gate gate = gate(5, 2, 6, 3);
        List<Ticket> open = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(2) == 0) {
                open.add(gate.enter("key" + random.nextInt(6)));
            } else if (!open.isEmpty()) {
                gate.end(open.remove(random.nextInt(open.size())), 0, false);
            }
            if (random.nextInt(50) == 0) {
                context.advance(Duration.ofMillis(random.nextInt(1500)));
                gate.expire();
            }
            long running = open.stream()
                    .filter(each -> each.state == Ticket.State.IN_FLIGHT)
                    .count();
            assertThat(gate.inFlight())
                    .as("seed %d", seed)
                    .isEqualTo((int) running)
                    .isLessThanOrEqualTo(5);
            assertThat(gate.waiting()).isLessThanOrEqualTo(6);
        }
        open.forEach(each -> gate.end(each, 0, false));
        assertThat(gate.inFlight()).isZero();
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void countsRightFromManyThreads() throws Exception {
        Gate gate = gate(3, 0, 100, 100);
        AtomicInteger together = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int t = 0; t < 4; t++) {
                String key = "key" + t;
                all.add(threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < 5_000; i++) {
                        Ticket ticket = gate.enter(key);
                        if (ticket.outcome == null || ticket.outcome.join()) {
                            most.accumulateAndGet(together.incrementAndGet(), Math::max);
                            together.decrementAndGet();
                        }
                        gate.end(ticket, 1, false);
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(most.get()).isLessThanOrEqualTo(3);
        assertThat(gate.inFlight()).isZero();
        assertThat(gate.waiting()).isZero();
    }
}
