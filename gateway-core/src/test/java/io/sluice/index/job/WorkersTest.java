package io.sluice.index.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkersTest {

    @Test
    void runAllTasks() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        List<Workers.Task> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tasks.add(ran::incrementAndGet);
        }

        Workers.run(3, tasks);

        assertThat(ran).hasValue(20);
    }

    @Test
    void stopTheOthersWhenOneFails() {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        List<Workers.Task> tasks = List.of(
                () -> {
                    try {
                        never.await();
                    } finally {
                        interrupted.countDown();
                    }
                },
                () -> {
                    throw new IOException("the disk is full");
                });

        assertThatThrownBy(() -> Workers.run(2, tasks)).hasMessage("the disk is full");
        assertThat(interrupted.getCount()).isZero();
    }
}
