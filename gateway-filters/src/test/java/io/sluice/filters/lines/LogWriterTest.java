package io.sluice.filters.lines;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.FilterContext;
import io.sluice.plugin.FilterExecutor;
import io.sluice.testkit.TestContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log whose sink hangs: a pipe that nobody reads, a file system that does not answer. */
@Timeout(120)
class LogWriterTest {
    private static final int CAPACITY = 1024;

    private final CountDownLatch hanging = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final FilterExecutor executor = new FilterExecutor(2);
    private final LogWriter writer = new LogWriter("access log", sink(), CAPACITY, context());

    @BeforeEach
    void hang() throws InterruptedException {
        offer(1);
        executor.execute(writer::drain);
        hanging.await();
    }

    @AfterEach
    void release() {
        released.countDown();
        executor.close();
    }

    private LogSink sink() {
        return new LogSink() {
            @Override
            public void write(byte[] lines) {
                hanging.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    private FilterContext context() {
        TestContext other = new TestContext();
        return (FilterContext) Proxy.newProxyInstance(
                FilterContext.class.getClassLoader(), new Class<?>[] {FilterContext.class}, (proxy, method, values) -> {
                    if (method.getName().equals("blockingExecutor")) {
                        return executor;
                    }
                    try {
                        return method.invoke(other, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void offer(int lines) {
        for (int i = 0; i < lines; i++) {
            writer.offer(out -> out.append("{}\n"));
        }
    }

    @Test
    void keepsNoThreadOfOthers() throws Exception {
        for (int i = 0; i < CAPACITY; i++) {
            offer(1);
            CompletableFuture<Boolean> other = new CompletableFuture<>();
            executor.execute(() -> other.complete(true));

            assertThat(other.get(100, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void isLeftAtTheEnd() throws Exception {
        offer(CAPACITY);

        writer.close();

        assertThat(released.getCount()).isEqualTo(1);
    }
}
