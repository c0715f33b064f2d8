package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TestContextTest {

    private final TestContext context = new TestContext();
    private final AtomicInteger ran = new AtomicInteger();

    @Test
    void runsBlockingTasksOnlyWhenTold() {
        context.blockingExecutor().execute(() -> context.blockingExecutor().execute(ran::incrementAndGet));

        assertThat(context.waitingTasks()).isEqualTo(1);
        assertThat(ran).hasValue(0);
        assertThat(context.runTasks()).isEqualTo(2);
        assertThat(ran).hasValue(1);
    }

    @Test
    void refusesTasksWhereTheTestWantsIt() {
        context.refuseTasks(true);

        assertThatThrownBy(() -> context.blockingExecutor().execute(ran::incrementAndGet))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void runsPeriodicTasksByTheClockUntilTheyAreClosed() throws Exception {
        AutoCloseable task = context.every(Duration.ofSeconds(10), ran::incrementAndGet);

        context.advance(Duration.ofSeconds(9));
        assertThat(ran).hasValue(0);

        context.advance(Duration.ofSeconds(1));
        context.advance(Duration.ofSeconds(25));
        assertThat(ran).hasValue(2);

        task.close();
        context.advance(Duration.ofSeconds(10));
        assertThat(ran).hasValue(2);
        assertThat(context.periodicTasks()).isZero();
    }

    @Test
    void showsWhatWasCountedAndMeasured() {
        context.meters().counter("seen_items", "items").add(3);
        context.meters().counter("seen_items", "items").increment();
        context.meters().gauge("open_items", "items", () -> 7);

        assertThat(context.meters().count("seen_items")).isEqualTo(4);
        assertThat(context.meters().gauge("open_items")).isEqualTo(7);
        assertThatThrownBy(() -> context.meters().count("other")).hasMessageContaining("seen_items");
    }

    @Test
    void refusesNamesThatTheGatewayWouldNotTake() {
        assertThatThrownBy(() -> context.meters().counter("seenItems", "")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> context.every(Duration.ZERO, ran::incrementAndGet))
                .isInstanceOf(AssertionError.class);
    }
}
