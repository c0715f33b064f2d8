package io.sluice.bench.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** The answer to a bulk through the JSON rewriter, which puts another index into each item of 180 bytes. */
public class JsonElementsBenchmark extends BenchmarkBase {
    private static final int ITEMS = 1_000;
    private final JsonEdit replaced = new JsonEdit.Replace(Json.string("logs-2026"));
    private final JsonVisitor once = at -> at.nameIs("_index") ? replaced : JsonSplice.always();
    private final JsonVisitor each = at -> at.nameIs("_index") ? replaced : JsonEdit.descend();
    private final CountingSink sink = new CountingSink();
    private ByteBuf answer;

    @Setup
    public void prepare() {
        StringBuilder text = new StringBuilder("{\"took\":30,\"errors\":false,\"items\":[");
        for (int i = 0; i < ITEMS; i++) {
            text.append(i == 0 ? "" : ",").append(item(i));
        }
        byte[] bytes = text.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        answer = PooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes);
    }

    private static String item(int number) {
        return """
                {"index":{"_index":"acme.logs-2026","_type":"_doc","_id":"%d","_version":1,"result":"created",\
                "_shards":{"total":1,"successful":1,"failed":0},"_seq_no":%d,"_primary_term":1,"status":201}}""".formatted(number, number);
    }

    @TearDown
    public void release() {
        answer.release();
    }

    /** The visitor says once for all what it says of all but the index. */
    @Benchmark
    @OperationsPerInvocation(ITEMS)
    public long always() {
        return sink.rewritten(answer, once);
    }

    /** The visitor is asked about every value. */
    @Benchmark
    @OperationsPerInvocation(ITEMS)
    public long each() {
        return sink.rewritten(answer, each);
    }
}
