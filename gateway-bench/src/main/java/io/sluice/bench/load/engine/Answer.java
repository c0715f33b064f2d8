package io.sluice.bench.load.engine;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.bench.load.result.Outcome;
import io.sluice.bench.load.result.StatusCounts;
import io.sluice.bench.load.scenario.Expectation;
import io.sluice.bench.load.scenario.RequestSpec;
import io.sluice.bench.net.Durations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One answer while it arrives, read only as far as its request's expectations need. Used on one event loop. */
final class Answer implements AnswerReader {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MAX_KEPT_BYTES = 16 << 20;

    private final RequestSpec spec;
    private final int status;
    private final boolean headersFit;
    private final @Nullable BulkAnswerReader bulk;
    private final @Nullable ByteArrayOutputStream kept;
    private long bytes;

    Answer(RequestSpec spec, HttpResponse head) {
        this.spec = spec;
        this.status = head.status().code();
        this.headersFit = headersFit(spec.expect(), head);
        this.bulk = spec.bulk() && status == 200 ? new BulkAnswerReader() : null;
        this.kept = spec.expect().json().isEmpty() ? null : new ByteArrayOutputStream();
    }

    @Override
    public void body(ByteBuf piece) {
        bytes += piece.readableBytes();
        if (bulk != null) {
            bulk.feed(piece);
        }
        if (kept != null && kept.size() < MAX_KEPT_BYTES) {
            byte[] copy = new byte[piece.readableBytes()];
            piece.getBytes(piece.readerIndex(), copy);
            kept.writeBytes(copy);
        }
    }

    @Override
    public Outcome end(long nanos) {
        boolean whole = true;
        if (bulk != null) {
            whole = bulk.end();
        }
        StatusCounts items = bulk == null ? new StatusCounts() : bulk.items();
        Expectation expect = spec.expect();
        String within = expect.within();
        Outcome.Kind kind;
        if (!expect.allows(status)) {
            kind = Outcome.Kind.STATUS;
        } else if (!whole || items.succeeded() < items.total()) {
            kind = Outcome.Kind.ITEMS;
        } else if (!headersFit
                || !jsonFits(expect)
                || within != null && nanos > Durations.parse(within).toNanos()) {
            kind = Outcome.Kind.EXPECTATION;
        } else {
            kind = Outcome.Kind.SUCCESS;
        }
        return new Outcome(kind, status, items, bytes);
    }

    private boolean jsonFits(Expectation expect) {
        if (kept == null) {
            return true;
        }
        try {
            JsonNode root = MAPPER.readTree(kept.toByteArray());
            for (Map.Entry<String, String> one : expect.json().entrySet()) {
                if (!root.at(JsonPointer.compile(one.getKey())).asText().equals(one.getValue())) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean headersFit(Expectation expect, HttpResponse head) {
        return expect.header().entrySet().stream()
                .allMatch(one -> one.getValue().equals(head.headers().get(one.getKey())));
    }
}
