package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.bulk.hash.SecretHash;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConflictCheckTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();

    private static ClusterReader cluster(Runnable before) {
        byte[] none =
                "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"a\",\"found\":false}]}".getBytes(StandardCharsets.UTF_8);
        return (ClusterReader) Proxy.newProxyInstance(
                ConflictCheckTest.class.getClassLoader(),
                new Class<?>[] {ClusterReader.class},
                (proxy, method, arguments) -> {
                    before.run();
                    return new ClusterResponse(200, none);
                });
    }

    private ClusterReader slow() {
        return cluster(() -> {
            asked.incrementAndGet();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static CompletableFuture<List<ConflictCheck.Verdict>> look(ConflictCheck check) {
        ByteBuf bytes = Unpooled.buffer();
        RecordFormat.writeHead(new RecordFormat.Head("0123456789abcdef"), bytes);
        bytes.writeCharSequence(
                "{\"create\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":1}\n", StandardCharsets.UTF_8);
        StoredRecord record = new StoredRecord(
                new QueuedRecord(1, Instant.EPOCH, bytes),
                false,
                new StoredRecord.Around(new SecretHash(), receipt -> null));
        StoredItem item = record.takeItems().getFirst();
        return check.look(List.of(new ConflictCheck.Conflict(item, new byte[0])))
                .toCompletableFuture();
    }

    @Test
    void waitsForNoLookOfAnotherQueue() throws Exception {
        Semaphore turn = new Semaphore(1, true);
        CompletableFuture<?> first = look(new ConflictCheck(slow(), turn));
        CompletableFuture<?> second = look(new ConflictCheck(slow(), turn));

        assertThat(look(new ConflictCheck(cluster(() -> {}), new Semaphore(1, true))))
                .succeedsWithin(PATIENCE)
                .isEqualTo(List.of(ConflictCheck.Verdict.GONE));

        assertThat(asked).as("looks of one queue at a time").hasValueLessThan(2);
        goOn.countDown();
        assertThat(first).succeedsWithin(PATIENCE);
        assertThat(second).succeedsWithin(PATIENCE);
    }
}
