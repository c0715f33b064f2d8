package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.HostPort;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BulkSlotsTest {

    private static final int LIMIT = 2;

    private final BulkSlots slots = new BulkSlots();
    private final Queue<Runnable> calls = new ArrayDeque<>();
    private final List<String> granted = new ArrayList<>();
    private UpstreamNode first;
    private UpstreamNode second;

    @BeforeEach
    void nodes() throws ConfigException {
        first = node(9201);
        second = node(9202);
    }

    @Test
    void givesSlotsAtAllNodesOrAtNone() {
        reserve("one", first);
        reserve("two", first);
        reserve("both", first, second);
        assertThat(granted).containsExactly("one", "two");
        assertThat(slots.inUse(second)).isZero();

        slots.giveBack(first, SlotUse.Unused.INSTANCE);
        callAll();

        assertThat(granted).containsExactly("one", "two", "both");
        assertThat(slots.inUse(second)).isOne();
    }

    @Test
    void givesNothingBackWhereAWaitIsCancelledThatHasEnded() {
        reserve("one", first);
        reserve("two", first);
        BulkSlots.Reservation late = reserve("late", first);
        assertThat(slots.takeWhatIsFree(late)).isEmpty();
        slots.cancel(late);
        assertThat(slots.inUse(first)).isEqualTo(2);

        slots.giveBack(first, SlotUse.Unused.INSTANCE);
        BulkSlots.Reservation given = reserve("three", first);
        assertThat(slots.takeWhatIsFree(given)).containsExactly(first);
        slots.cancel(given);
        assertThat(slots.inUse(first)).isEqualTo(2);
    }

    @Test
    void doesNotLetASmallWaitOvertakeAGreatOne() {
        reserve("one", first);
        reserve("two", first);
        reserve("both", first, second);
        reserve("late", second);

        assertThat(granted).containsExactly("one", "two");
    }

    @Test
    void endsAWaitWithoutKeepingAnythingAndLetsTheNextComeForward() {
        reserve("one", first);
        reserve("two", first);
        BulkSlots.Reservation waiting = reserve("both", first, second);
        reserve("late", second);

        slots.cancel(waiting);
        callAll();

        assertThat(granted).containsExactly("one", "two", "late");
        assertThat(slots.inUse(first)).isEqualTo(2);
        assertThat(slots.inUse(second)).isOne();
    }

    @Test
    void takesSlotsBackThatWereGivenToSomebodyWhoHadGone() {
        BulkSlots.Reservation gone = slots.reserve(List.of(first, second), () -> granted.add("gone"), calls::add);

        slots.cancel(gone);

        assertThat(slots.inUse(first)).isZero();
        assertThat(slots.inUse(second)).isZero();
    }

    @Test
    void takesWhatIsFreeWhereAWaitHasBeenTooLong() {
        reserve("one", first);
        reserve("two", first);
        BulkSlots.Reservation waiting = reserve("both", first, second);

        assertThat(slots.takeWhatIsFree(waiting)).containsExactly(second);
        assertThat(slots.inUse(first)).isEqualTo(LIMIT);
        assertThat(slots.inUse(second)).isOne();
    }

    @Test
    void leavesNoSlotWithABulkWhoseSlotsCameAsItsWaitEnded() {
        BulkSlots.Reservation given = slots.reserve(List.of(first, second), () -> {}, calls::add);

        List<UpstreamNode> taken = slots.takeWhatIsFree(given);
        taken.forEach(node -> slots.giveBack(node, SlotUse.Unused.INSTANCE));

        assertThat(taken).containsExactly(first, second);
        assertThat(slots.inUse(first)).isZero();
        assertThat(slots.inUse(second)).isZero();
    }

    /** A bulk may wait again by then, and would take the call for that of its new wait. */
    @Test
    void callsNobodyWhoseWaitEndedAfterItsSlotsWereGiven() {
        BulkSlots.Reservation impatient = slots.reserve(List.of(first), () -> granted.add("impatient"), calls::add);
        BulkSlots.Reservation gone = slots.reserve(List.of(first), () -> granted.add("gone"), calls::add);

        slots.takeWhatIsFree(impatient);
        slots.cancel(gone);
        callAll();

        assertThat(granted).isEmpty();
        assertThat(slots.inUse(first)).isOne();
    }

    @Test
    void hasEverySlotBackAfterManyBulksOnManyThreadsAndNeverGaveTooMany() throws Exception {
        int threads = 4;
        int bulks = 2_000;
        List<Integer> tooMany = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(threads * bulks);
        try (var loop = Executors.newSingleThreadExecutor();
                var pool = Executors.newFixedThreadPool(threads)) {
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(thread);
                pool.execute(() -> {
                    for (int i = 0; i < bulks; i++) {
                        List<UpstreamNode> nodes = switch (random.nextInt(3)) {
                            case 0 -> List.of(first);
                            case 1 -> List.of(second);
                            default -> List.of(second, first);
                        };
                        bulk(nodes, random.nextInt(4), loop, tooMany, done);
                    }
                });
            }
            done.await();
        }

        assertThat(tooMany).isEmpty();
        assertThat(slots.inUse(first)).isZero();
        assertThat(slots.inUse(second)).isZero();
    }

    /** One bulk as it ends in one of four ways: answered, refused, gone while it waits, out of patience. */
    private void bulk(List<UpstreamNode> nodes, int fate, Executor loop, List<Integer> tooMany, CountDownLatch done) {
        SlotUse use = fate == 0 ? SlotUse.Refused.INSTANCE : new SlotUse.Answered(1_000, 1_000);
        BulkSlots.Waiter waiter = () -> {
            if (fate < 2) {
                nodes.forEach(node -> {
                    // the bound may have fallen since, never below what was in use at the highest bound
                    if (slots.inUse(node) > LIMIT) {
                        tooMany.add(slots.inUse(node));
                    }
                    slots.giveBack(node, use);
                });
                done.countDown();
            }
        };
        BulkSlots.Reservation reservation = slots.reserve(nodes, waiter, loop);
        if (fate == 2) {
            slots.cancel(reservation);
            done.countDown();
        } else if (fate == 3) {
            slots.takeWhatIsFree(reservation).forEach(node -> slots.giveBack(node, SlotUse.Unused.INSTANCE));
            done.countDown();
        }
    }

    private BulkSlots.Reservation reserve(String name, UpstreamNode... nodes) {
        BulkSlots.Reservation reservation = slots.reserve(List.of(nodes), () -> granted.add(name), calls::add);
        callAll();
        return reservation;
    }

    private void callAll() {
        for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            call.run();
        }
    }

    private static UpstreamNode node(int port) throws ConfigException {
        HostPort address = new HostPort("127.0.0.1", port);
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: [http://%s], bulkConcurrency: { initial: %d, max: %d } } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(address, LIMIT, LIMIT);
        ClusterConfig config = new ConfigLoader(Map.of())
                .parse(yaml, Path.of("slots.yml").toAbsolutePath(), any -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
        GatewayMetrics metrics = new GatewayMetrics(new SimpleMeterRegistry());
        return new UpstreamNode(
                address, config, new ServerProduct(), metrics.node("test", address.toString()), doubted -> {});
    }
}
