package io.sluice.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedTaskTest {

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, AssertionError.class})
    void runsAgainAfterWhateverWasThrown(Class<? extends Throwable> type) {
        AtomicInteger runs = new AtomicInteger();
        RepeatedTask task = new RepeatedTask("test", () -> {
            runs.incrementAndGet();
            if (type == AssertionError.class) {
                throw new AssertionError("thrown");
            }
            throw new IllegalStateException("thrown");
        });

        try (var executor = Executors.newSingleThreadScheduledExecutor()) {
            ScheduledFuture<?> handle = task.start(executor, 0, 1);
            await().until(() -> runs.get() >= 3);

            assertThat(handle.isDone()).isFalse();
            executor.shutdownNow();
        }
    }
}
