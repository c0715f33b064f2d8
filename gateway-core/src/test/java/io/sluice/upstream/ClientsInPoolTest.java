package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.NetUtil;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.TestPools.Keeping;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients get of a pool of 16 connections, two more in reserve, of which one client wants all. */
class ClientsInPoolTest {
    private static final int MOST = 16;
    private static final int RESERVE = 2;
    private static final int FEW = 4;

    private final InetAddress greedy = address("192.0.2.1");
    private final InetAddress modest = address("192.0.2.2");

    private TestPools pools;

    private static InetAddress address(String literal) {
        return NetUtil.createInetAddressFromIpAddressString(literal);
    }

    @AfterEach
    void stop() throws Exception {
        pools.close();
    }

    private void open(String acquireTimeout) throws Exception {
        pools = TestPools.open(
                1,
                "pool: { maxConnectionsPerNode: %d, acquireTimeout: %s, maxQueue: 40 }"
                        .formatted(MOST, acquireTimeout));
    }

    private Keeping ask(@Nullable InetAddress client) throws Exception {
        return pools.ask(0, client);
    }

    private List<Keeping> ask(@Nullable InetAddress client, int times) throws Exception {
        List<Keeping> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            all.add(ask(client));
        }
        return all;
    }

    private void onLoop(Runnable work) throws Exception {
        pools.onLoop(0, work);
    }

    private List<Keeping> takeAll(InetAddress client) throws Exception {
        List<Keeping> all = ask(client, MOST);
        for (Keeping each : all) {
            each.get();
        }
        return all;
    }

    @Test
    void aClientThatHasAllLeavesSomethingToOthers() throws Exception {
        open("60s");
        takeAll(greedy);
        List<Keeping> more = ask(greedy, 10);
        UpstreamConnection own = ask(modest).get();
        assertThat(pools.node().connections()).isEqualTo(MOST + 1);
        onLoop(own::releaseUnused);
        // What was in reserve is not for those that have many.
        assertThat(pools.node().connections()).isEqualTo(MOST);
        assertThat(more).noneMatch(each -> each.connection().isDone());
    }

    @Test
    void aClientThatHasFewIsFirstToGetWhatIsGivenBack() throws Exception {
        open("60s");
        List<Keeping> all = takeAll(greedy);
        List<Keeping> more = ask(greedy, 10);
        ask(modest, RESERVE).forEach(each -> each.connection().join());
        Keeping next = ask(modest);
        assertThatThrownBy(() -> next.connection().get(50, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        UpstreamConnection back = all.getFirst().get();
        onLoop(back::releaseUnused);
        assertThat(next.get()).isSameAs(back);
        assertThat(more).noneMatch(each -> each.connection().isDone());
    }

    @Test
    void aClientThatHasManyWaitsInOrderWithOthersThatDo() throws Exception {
        open("60s");
        List<Keeping> all = takeAll(greedy);
        Keeping first = ask(greedy);
        ask(modest, RESERVE).forEach(each -> each.connection().join());
        ask(modest, FEW - RESERVE);
        Keeping fifth = ask(modest);
        for (int i = 0; i < FEW - RESERVE; i++) {
            onLoop(all.get(i).get()::releaseUnused);
        }
        assertThat(first.connection()).isNotDone();
        for (int i = FEW - RESERVE; !fifth.connection().isDone(); i++) {
            onLoop(all.get(i).get()::releaseUnused);
            // The pool hands over after what was given back is off the stack.
            onLoop(() -> {});
        }
        assertThat(first.get()).isNotNull();
        assertThat(pools.node().connections()).isEqualTo(MOST);
    }

    @Test
    void whateverHasEndedIsCountedNoMore() throws Exception {
        open("500ms");
        for (int i = 0; i < FEW + 1; i++) {
            UpstreamConnection released = ask(modest).get();
            onLoop(released::releaseUnused);
            UpstreamConnection aborted = ask(modest).get();
            onLoop(aborted::abort);
        }
        takeAll(greedy);
        List<Keeping> reserve = ask(address("192.0.2.3"), RESERVE);
        for (Keeping each : reserve) {
            each.get();
        }
        List<Keeping> late = ask(modest, FEW);
        List<Keeping> leaving = ask(modest, FEW);
        onLoop(() -> leaving.forEach(Keeping::cancel));
        for (Keeping each : late) {
            assertThatThrownBy(each::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining(FailureKind.OVERLOADED.name());
        }
        onLoop(reserve.getFirst().get()::releaseUnused);
        assertThat(ask(modest).get()).isNotNull();
    }

    @Test
    void aNetworkOfIpv6IsOneClient() throws Exception {
        open("60s");
        for (int i = 0; i < MOST; i++) {
            ask(address("2001:db8::" + Integer.toHexString(i + 1))).get();
        }
        Keeping another = ask(address("2001:db8::ffff"));
        assertThatThrownBy(() -> another.connection().get(50, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        assertThat(ask(address("2001:db8:0:1::1")).get()).isNotNull();
    }

    @Test
    void aFullQueueOfOneClientIsNotFullForOthers() throws Exception {
        open("60s");
        takeAll(greedy);
        List<Keeping> waiting = ask(greedy, 41);
        assertThatThrownBy(waiting.getLast()::get).hasMessageContaining(FailureKind.OVERLOADED.name());
        assertThat(ask(modest).get()).isNotNull();
    }

    @Test
    void theQueueOfManyClientsIsBoundedToo() throws Exception {
        open("60s");
        takeAll(greedy);
        List<Keeping> waiting = new ArrayList<>();
        for (int i = 0; i < RESERVE + 41; i++) {
            waiting.add(ask(address("198.51.100." + i)));
        }
        assertThatThrownBy(waiting.getLast()::get).hasMessageContaining(FailureKind.OVERLOADED.name());
        assertThat(waiting.subList(RESERVE, RESERVE + 40))
                .noneMatch(each -> each.connection().isDone());
    }

    @Test
    void aClientThatHasFewTakesThePlaceOfTheLastOfOneThatHasMany() throws Exception {
        open("60s");
        takeAll(greedy);
        for (Keeping each : ask(modest, RESERVE)) {
            each.get();
        }
        List<Keeping> waiting = ask(greedy, 40);
        Keeping next = ask(modest);
        assertThatThrownBy(waiting.getLast()::get).hasMessageContaining(FailureKind.OVERLOADED.name());
        assertThat(waiting.subList(0, 39)).noneMatch(each -> each.connection().isDone());
        assertThat(next.connection()).isNotDone();
    }

    @Test
    void theGatewaysOwnRequestsAreNoClient() throws Exception {
        open("60s");
        takeAll(greedy);
        Keeping own = ask(null);
        assertThatThrownBy(() -> own.connection().get(50, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void theGatewaysOwnRequestsGiveWayAsThoseOfAClientThatHasMany() throws Exception {
        open("60s");
        takeAll(greedy);
        for (Keeping each : ask(modest, RESERVE)) {
            each.get();
        }
        ask(greedy, 39);
        Keeping own = ask(null);
        Keeping next = ask(modest);
        assertThatThrownBy(own::get).hasMessageContaining(FailureKind.OVERLOADED.name());
        assertThat(next.connection()).isNotDone();
    }
}
