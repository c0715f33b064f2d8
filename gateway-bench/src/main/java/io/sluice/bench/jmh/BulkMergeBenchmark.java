package io.sluice.bench.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.BulkOperation;
import io.sluice.bulk.answer.BulkResponseMerger;
import io.sluice.bulk.answer.ItemOrder;
import io.sluice.bulk.answer.MergeStep;
import io.sluice.bulk.answer.ResultView;
import io.sluice.bulk.answer.SubAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What the answer of a bulk of 10,000 items costs an item, where three nodes answered, each with a third of the items of 177 bytes,
 * in chunks of 64 KiB.
 */
public class BulkMergeBenchmark extends BenchmarkBase {

    private static final int ITEMS = 10_000;
    private static final int SUBS = 3;
    private static final int CHUNK = 64 << 10;

    private final ItemOrder order = new ItemOrder();
    private final List<List<ByteBuf>> answers = new ArrayList<>();
    private final int[] counts = new int[SUBS];
    private final ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(2 * CHUNK);

    @Setup
    public void prepare() {
        Random random = new Random(1);
        List<StringBuilder> texts = new ArrayList<>();
        for (int sub = 0; sub < SUBS; sub++) {
            texts.add(new StringBuilder("{\"took\":30,\"errors\":false,\"items\":["));
        }
        for (int i = 0; i < ITEMS; i++) {
            int sub = random.nextInt(SUBS);
            order.append(sub, BulkOperation.INDEX);
            texts.get(sub).append(counts[sub]++ == 0 ? "" : ",").append(item(i));
        }
        for (StringBuilder text : texts) {
            answers.add(chunks(text.append("]}").toString().getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static String item(int number) {
        return "{\"index\":{\"_index\":\"logs\",\"_id\":\"Zj3kXpEBq8yV7o2n" + (1_000 + number % 9_000)
                + "\",\"_version\":1,\"result\":\"created\",\"_shards\":{\"total\":2,\"successful\":1,\"failed\":0},\"_seq_no\":"
                + (10_000 + number) + ",\"_primary_term\":1,\"status\":201}}";
    }

    private static List<ByteBuf> chunks(byte[] bytes) {
        List<ByteBuf> chunks = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += CHUNK) {
            int length = Math.min(CHUNK, bytes.length - at);
            chunks.add(PooledByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(bytes, at, length));
        }
        return chunks;
    }

    @TearDown
    public void release() {
        answers.forEach(chunks -> chunks.forEach(ByteBuf::release));
        out.release();
        order.close();
    }

    /** Finding where items begin and end. */
    @Benchmark
    @OperationsPerInvocation(ITEMS)
    public int scan() {
        int items = 0;
        for (int sub = 0; sub < SUBS; sub++) {
            try (SubAnswer answer = new SubAnswer(counts[sub])) {
                for (ByteBuf chunk : answers.get(sub)) {
                    answer.write(chunk.retainedDuplicate());
                    items += answer.ready();
                    answer.skipNext(answer.ready());
                }
                answer.end();
            }
        }
        return items;
    }

    /** The whole cost of a merged answer: reading every sub-request's answer, and merging them. */
    @Benchmark
    @OperationsPerInvocation(ITEMS)
    public long merge() {
        return merge(ResultView.ALL);
    }

    private long merge(ResultView view) {
        long bytes = 0;
        try (BulkResponseMerger merger = new BulkResponseMerger(order, SUBS, view)) {
            for (int sub = 0; sub < SUBS; sub++) {
                SubAnswer answer = new SubAnswer(counts[sub]);
                for (ByteBuf chunk : answers.get(sub)) {
                    answer.write(chunk.retainedDuplicate());
                }
                answer.end();
                merger.source(sub, answer);
            }
            MergeStep step = MergeStep.FULL;
            while (step == MergeStep.FULL) {
                step = merger.advance(out.clear(), CHUNK);
                bytes += out.readableBytes();
            }
            if (step != MergeStep.DONE) {
                throw new IllegalStateException(String.valueOf(merger.broken()));
            }
        }
        return bytes;
    }
}
