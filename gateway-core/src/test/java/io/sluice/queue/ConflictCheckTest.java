package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.bulk.hash.SecretHash;
import io.sluice.cluster.ServerVersion;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConflictCheckTest {
    private static final ServerVersion OLD = ServerVersion.of("7.17.28");
    private static final String REFUSED = "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":"
            + "\"request [/_mget] contains unrecognized parameter: [_source_exclude_vectors]\"},\"status\":400}";
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

    /** Leaves vectors out of sources unless it is asked for them; an older server refuses to be asked. */
    private static ClusterReader holding(boolean older, List<String> targets) {
        return (ClusterReader) Proxy.newProxyInstance(
                ConflictCheckTest.class.getClassLoader(),
                new Class<?>[] {ClusterReader.class},
                (proxy, method, arguments) -> {
                    String target = ((RequestTarget) arguments[1]).raw();
                    targets.add(target);
                    boolean asked = target.endsWith("?_source_exclude_vectors=false");
                    if (older && asked) {
                        return new ClusterResponse(400, REFUSED.getBytes(StandardCharsets.UTF_8));
                    }
                    String source = older || asked ? "{\"v\":[1.5]}" : "{}";
                    return new ClusterResponse(
                            200,
                            ("{\"docs\":[{\"_index\":\"logs\",\"_id\":\"a\",\"found\":true,\"_version\":1,\"_source\":"
                                            + source + "}]}")
                                    .getBytes(StandardCharsets.UTF_8));
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
        return look(check, "{\"v\":1}");
    }

    private static CompletableFuture<List<ConflictCheck.Verdict>> look(ConflictCheck check, String source) {
        ByteBuf bytes = Unpooled.buffer();
        RecordFormat.writeHead(new RecordFormat.Head("0123456789abcdef"), bytes);
        bytes.writeCharSequence(
                "{\"create\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n" + source + "\n", StandardCharsets.UTF_8);
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
        CompletableFuture<?> first = look(new ConflictCheck(slow(), OLD, turn));
        CompletableFuture<?> second = look(new ConflictCheck(slow(), OLD, turn));

        assertThat(look(new ConflictCheck(cluster(() -> {}), OLD, new Semaphore(1, true))))
                .succeedsWithin(PATIENCE)
                .isEqualTo(List.of(ConflictCheck.Verdict.GONE));

        assertThat(asked).as("looks of one queue at a time").hasValueLessThan(2);
        goOn.countDown();
        assertThat(first).succeedsWithin(PATIENCE);
        assertThat(second).succeedsWithin(PATIENCE);
    }

    /** Of servers of which nothing is known, too. */
    @ParameterizedTest
    @CsvSource({
        "9.2.0, false, 1",
        "unknown, false, 1",
        "unknown, true, 2",
        "9.1.9, true, 1",
        "3.3.0, true, 1",
    })
    void comparesWholeDocumentsWhereServersLeaveVectorsOut(String version, boolean older, int requests)
            throws Exception {
        List<String> targets = new CopyOnWriteArrayList<>();
        ConflictCheck check =
                new ConflictCheck(holding(older, targets), ServerVersion.of(version), new Semaphore(1, true));

        assertThat(look(check, "{\"v\":[1.5]}").get(60, TimeUnit.SECONDS)).containsExactly(ConflictCheck.Verdict.OURS);
        assertThat(targets).hasSize(requests);
    }
}
