package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.move.UnmovableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long answers wait for copies, and what a place that hangs does to others. */
class CopyLaneTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(5);
    /** More than a tenant or a place may make at a time. */
    private static final int MANY = 20;

    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicInteger unsure = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private CopyThreads threads = new CopyThreads(SHORT);

    @AfterEach
    void stop() {
        answers.countDown();
        threads.close();
    }

    private CopyLane.Copied hanging(CopyLane lane) {
        return lane.copy(answers::await, unsure::incrementAndGet);
    }

    private CopyLane.Copied made(CopyLane lane) {
        return lane.copy(made::incrementAndGet, unsure::incrementAndGet);
    }

    private static void await(CompletableFuture<Void> future) throws Exception {
        future.get(60, TimeUnit.SECONDS);
    }

    @Test
    void anAnswerWaitsForItsCopy() throws Exception {
        threads.close();
        threads = new CopyThreads(LONG);
        await(made(threads.lane("acme", "big")).awaited());

        assertThat(made).hasValue(1);
        assertThat(unsure).hasValue(0);
    }

    @Test
    void anAnswerWhoseCopyTakesLongIsShownOnceThatIsNoted() throws Exception {
        CopyLane.Copied copied = hanging(threads.lane("acme", "big"));

        await(copied.awaited());

        assertThat(unsure).hasValue(1);
        assertThat(copied.over()).as("what still copies").isNotDone();
    }

    @Test
    void noAnswerWaitsForAPlaceThatHangs() throws Exception {
        CopyLane lane = threads.lane("acme", "big");
        await(hanging(lane).awaited());

        CopyLane.Copied next = made(lane);

        assertThat(next.awaited()).isDone();
        assertThat(next.over()).isDone();
        assertThat(unsure).hasValue(2);
        assertThat(made).hasValue(0);
    }

    @Test
    void copiesThatWaitAreGivenUpOnceThePlaceHangs() throws Exception {
        CopyLane lane = threads.lane("acme", "big");
        List<CopyLane.Copied> copies = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            copies.add(hanging(lane));
        }

        for (CopyLane.Copied copy : copies) {
            await(copy.awaited());
        }

        assertThat(unsure).hasValueGreaterThanOrEqualTo(MANY);
        assertThat(copies.getLast().over()).isDone();
    }

    @Test
    void answersWaitAgainOnceThePlaceTakesCopies() throws Exception {
        CopyLane lane = threads.lane("acme", "big");
        CopyLane.Copied late = hanging(lane);
        await(late.awaited());
        answers.countDown();
        await(late.over());

        await(made(lane).awaited());

        assertThat(made).hasValue(1);
        assertThat(unsure).hasValue(1);
    }

    @Test
    void oneCopyAtATimeTriesWhetherAPlaceThatFailedAnswersAgain() throws Exception {
        CopyLane lane = threads.lane("acme", "big");
        await(lane.copy(
                        () -> {
                            throw new IOException("of the test");
                        },
                        unsure::incrementAndGet)
                .over());

        CopyLane.Copied trial = hanging(lane);
        CopyLane.Copied meanwhile = made(lane);

        assertThat(trial.awaited()).isDone();
        assertThat(trial.over()).isNotDone();
        assertThat(meanwhile.over()).isDone();
        assertThat(made).hasValue(0);
        assertThat(unsure).hasValue(3);
    }

    /** The place answers: others may fit. */
    @Test
    void answersWaitAfterADocumentThatThePlaceRefuses() throws Exception {
        CopyLane lane = threads.lane("acme", "big");
        await(lane.copy(
                        () -> {
                            throw new UnmovableException("of the test");
                        },
                        unsure::incrementAndGet)
                .over());

        await(made(lane).awaited());

        assertThat(made).hasValue(1);
        assertThat(unsure).hasValue(1);
    }

    @Test
    void aTenantWhoseCopiesHangLeavesThreadsToOthers() throws Exception {
        threads = new CopyThreads(LONG);
        for (int i = 0; i < MANY; i++) {
            hanging(threads.lane("acme", "big"));
        }

        await(made(threads.lane("other", "big")).awaited());

        assertThat(made).hasValue(1);
    }

    @Test
    void aPlaceThatHangsLeavesThreadsToOthers() throws Exception {
        threads = new CopyThreads(LONG);
        for (int i = 0; i < MANY; i++) {
            hanging(threads.lane("tenant" + i, "big"));
        }

        await(made(threads.lane("acme", "small")).awaited());

        assertThat(made).hasValue(1);
    }

    @Test
    void aCopyThatEndsWithAnErrorWasNotMade() throws Exception {
        await(threads.lane("acme", "big")
                .copy(
                        () -> {
                            throw new OutOfMemoryError("of the test");
                        },
                        unsure::incrementAndGet)
                .awaited());

        assertThat(unsure).hasValue(1);
    }

    @Test
    void aCopyForWhichThereIsNoThreadWasNotMade() throws Exception {
        CopyLane lane = new CopyLane(
                task -> {
                    throw new OutOfMemoryError("unable to create native thread");
                },
                LONG,
                CopyRoom.ofThisHeap());

        await(made(lane).over());
        await(made(lane).over());

        assertThat(unsure).hasValueGreaterThanOrEqualTo(2);
        assertThat(made).hasValue(0);
    }
}
