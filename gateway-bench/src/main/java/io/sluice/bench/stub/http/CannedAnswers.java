package io.sluice.bench.stub.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.bench.stub.cluster.StubCluster;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Answers made once and sent many times; the page can be replaced. Safe for all threads. */
final class CannedAnswers {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int HITS = 10;

    private final boolean typed;
    private volatile ByteBuf page;
    private final ByteBuf document;

    /**
     * @param documentBytes size of the answer to a GET of one document; smaller than the smallest such answer means the
     *     smallest
     */
    CannedAnswers(StubCluster cluster, int documentBytes) {
        this.typed = cluster.typed();
        this.page = constant(searchPage().toString());
        this.document = constant(documentOf(documentBytes));
    }

    /** Answers every search with this from now on, which is sent as it is. */
    void page(String json) {
        page = constant(json);
    }

    /** A page of ten hits, or its replacement. */
    StubReply page() {
        return new StubReply(200, page.duplicate(), StubReply.JSON);
    }

    /** One document of the chosen size. */
    StubReply document() {
        return new StubReply(200, document.duplicate(), StubReply.JSON);
    }

    /** {@code count} pages, as {@code _msearch} answers. */
    StubReply pages(int count) {
        ObjectNode root = MAPPER.createObjectNode().put("took", 1);
        ArrayNode responses = root.putArray("responses");
        for (int i = 0; i < count; i++) {
            responses.add(searchPage().put("status", 200));
        }
        return StubReply.json(root);
    }

    /** A page that can be scrolled on. */
    StubReply scroll() {
        return StubReply.json(searchPage().put("_scroll_id", "c3R1Yi1zY3JvbGw="));
    }

    private ObjectNode searchPage() {
        ObjectNode root = MAPPER.createObjectNode().put("took", 1).put("timed_out", false);
        root.putObject("_shards")
                .put("total", 1)
                .put("successful", 1)
                .put("skipped", 0)
                .put("failed", 0);
        ObjectNode outer = root.putObject("hits");
        outer.putObject("total").put("value", 10_000).put("relation", "gte");
        outer.put("max_score", 1.0);
        ArrayNode hits = outer.putArray("hits");
        for (int i = 0; i < HITS; i++) {
            ObjectNode hit = hits.addObject().put("_index", "test-10");
            if (typed) {
                hit.put("_type", "_doc");
            }
            hit.put("_id", "stub-" + i).put("_score", 1.0);
            source(hit.putObject("_source"), i);
        }
        return root;
    }

    private static void source(ObjectNode source, int i) {
        source.put("@timestamp", "2026-11-20T12:00:0%d.000Z".formatted(i))
                .put("remote_addr", "192.0.2." + i)
                .put("request", "GET /products/" + i + "?utm_source=mail HTTP/1.1")
                .put("status", 200)
                .put("body_bytes_sent", 4_821 + i)
                .put("http_referer", "https://www.example.org/products")
                .put("http_user_agent", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0");
    }

    private String documentOf(int bytes) {
        ObjectNode root = MAPPER.createObjectNode().put("_index", "test-10");
        if (typed) {
            root.put("_type", "_doc");
        }
        root.put("_id", "1")
                .put("_version", 1)
                .put("_seq_no", 0)
                .put("_primary_term", 1)
                .put("found", true);
        ObjectNode source = root.putObject("_source").put("message", "");
        int empty = root.toString().length();
        source.put("message", "x".repeat(Math.max(0, bytes - empty)));
        return root.toString();
    }

    private static ByteBuf constant(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(direct).asReadOnly());
    }
}
