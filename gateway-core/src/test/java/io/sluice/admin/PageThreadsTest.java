package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pages of the admin endpoint that take long. */
class PageThreadsTest {
    private static final Reply MADE = Reply.text(200, "made");

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger stuckPages = new AtomicInteger();
    private final Page stuck = new Page("stuck", Page.Kind.CHANGE, accept -> {
        stuckPages.incrementAndGet();
        awaitEnd();
        return MADE;
    });

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void end() {
        end.countDown();
    }

    @Test
    void answersThatAPageIsLateAndMayStillBeCarriedOut() throws Exception {
        try (PageThreads threads = new PageThreads(Duration.ofMillis(10))) {
            Reply answer = threads.answer(stuck, null).get(30, TimeUnit.SECONDS);

            assertThat(answer.status()).isEqualTo(504);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                    .contains("sluice_admin_timeout", "may still be carried out");
        }
    }

    @Test
    void waitsForAPageThatTakesLongButNotTooLong() throws Exception {
        try (PageThreads threads = new PageThreads(Duration.ofMinutes(10))) {
            CompletableFuture<Reply> answer = threads.answer(stuck, null);
            end.countDown();

            assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(MADE);
        }
    }

    @Test
    void neverBeginsAPageThatWasLateBeforeAThreadWasFree() throws Exception {
        AtomicBoolean begun = new AtomicBoolean();
        Page change = new Page("change", Page.Kind.CHANGE, accept -> {
            begun.set(true);
            return MADE;
        });
        try (PageThreads threads = new PageThreads(Duration.ofMillis(10))) {
            // Given: both threads are busy; a page that a thread was late for is not begun.
            Awaitility.await().until(() -> {
                threads.answer(stuck, null);
                return stuckPages.get() == 2;
            });
            // When
            Reply answer = threads.answer(change, null).get(30, TimeUnit.SECONDS);
            end.countDown();
            // Then: a page that was asked for later has been made.
            Awaitility.await().until(() -> threads.answer(stuck, null).join().status() == 200);
            assertThat(answer.status()).isEqualTo(504);
            assertThat(begun).isFalse();
        }
    }

    @Test
    void refusesAPageWhereTooManyWait() throws Exception {
        try (PageThreads threads = new PageThreads(Duration.ofMinutes(10))) {
            CompletableFuture<Reply> last = threads.answer(stuck, null);
            for (int i = 0; i < 100 && !last.isDone(); i++) {
                last = threads.answer(stuck, null);
            }

            assertThat(last.get(30, TimeUnit.SECONDS).status()).isEqualTo(429);
        }
    }
}
