package io.sluice.bench.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A 600-byte document through the JSON rewriter: with one edit, and with every value only looked at. */
public class JsonRewriterBenchmark extends BenchmarkBase {
    private static final String DOCUMENT = """
            {"@timestamp":"2026-11-20T12:00:00.000Z","remote_addr":"192.0.2.17","remote_user":"-","request_method":"GET",\
            "request":"/products?session=0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz",\
            "http_version":"1.1","status":200,"body_bytes_sent":48213,"http_referer":"https://shop.example.org/products/list",\
            "http_user_agent":"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",\
            "upstream":{"addr":"10.0.0.7:8080","time":0.017,"status":[200,200]},"host":"web-1","tags":["shop","production"],\
            "message":"a short message of the usual kind, with some words in it"}""";

    private final JsonEdit replaced = new JsonEdit.Replace(Json.string("web-2"));
    private final JsonVisitor oneEdit = at -> at.nameIs("host") ? replaced : JsonEdit.descend();
    private final JsonVisitor noEdit = at -> JsonEdit.descend();
    private final CountingSink sink = new CountingSink();
    private ByteBuf document;

    @Setup
    public void prepare() {
        byte[] bytes = DOCUMENT.getBytes(StandardCharsets.UTF_8);
        document = PooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes);
    }

    @TearDown
    public void release() {
        document.release();
    }

    /** One string of the document is replaced. */
    @Benchmark
    public long oneEdit() {
        return sink.rewritten(document, oneEdit);
    }

    /** Nothing is replaced. */
    @Benchmark
    public long noEdit() {
        return sink.rewritten(document, noEdit);
    }
}
