package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ByteProcessor;
import io.sluice.api.Reply;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;
import io.sluice.json.Windows;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that writes one document, which becomes the source line of a bulk's item. It must be one JSON object: what
 * else it had would be read as further items. Owns its bytes. On the request's event loop.
 */
final class DocumentBody implements AutoCloseable {
    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);
    private final ByteBuf bytes;
    private JsonToken last = JsonToken.MORE;
    /** Whether the brace that opens the object has come. */
    private boolean begun;

    private @Nullable String problem;

    DocumentBody(ByteBufAllocator allocator) {
        this.bytes = allocator.directBuffer();
    }

    int length() {
        return bytes.readableBytes();
    }

    /** Takes a copy of a part. */
    void add(ByteBuf lent) {
        int from = bytes.writerIndex();
        bytes.writeBytes(lent, lent.readerIndex(), lent.readableBytes());
        if (problem == null) {
            Windows.visit(lent, from, this::read);
        }
    }

    private boolean read(byte[] window, int from, int to, long offset) {
        tokenizer.feed(window, from, to, offset);
        do {
            last = begun ? tokenizer.skipTo(0) : tokenizer.next();
            if (!begun && last != JsonToken.MORE) {
                begun = last == JsonToken.OBJECT;
                if (!begun && last != JsonToken.FAILED) {
                    problem = "the body is no JSON object";
                }
            }
        } while (problem == null && last != JsonToken.MORE && last != JsonToken.FAILED);
        if (last == JsonToken.FAILED) {
            problem = tokenizer.failure().reason();
        }
        return problem == null;
    }

    /** The body is complete: why a server would refuse it; null if it would not. */
    @Nullable Reply refusal() {
        if (problem == null && bytes.isReadable()) {
            last = tokenizer.finish();
            problem = last == JsonToken.FAILED ? tokenizer.failure().reason() : null;
        }
        if (problem == null && last == JsonToken.END) {
            return null;
        }
        return Reply.error(400, "parse_exception", problem == null ? "request body is required" : problem);
    }

    /** Adds a member whose value is true, unless the object has one of that name already. The body is complete and good. */
    void setUnlessSaid(String name) {
        byte[] object = ByteBufUtil.getBytes(bytes);
        JsonTokenizer members = new JsonTokenizer(JsonLimits.DEFAULT);
        members.feed(object, 0, object.length, 0);
        members.next();
        int begin = (int) members.tokenTo();
        JsonToken token = members.next();
        boolean empty = token != JsonToken.NAME;
        while (token == JsonToken.NAME) {
            if (members.text().equals(name)) {
                return;
            }
            members.skipTo(1);
            token = members.next();
        }
        bytes.clear();
        ByteBufUtil.writeAscii(bytes, "{\"" + name + "\":true" + (empty ? "" : ","));
        bytes.writeBytes(object, begin, object.length - begin);
    }

    /** The body in one line with its line feed, lent. White space is all that is changed. */
    ByteBuf line() {
        for (int at = feed(0); at >= 0; at = feed(at + 1)) {
            bytes.setByte(at, ' ');
        }
        return bytes.writeByte('\n');
    }

    // JSON has line feeds between tokens only.
    private int feed(int from) {
        return bytes.forEachByte(from, bytes.writerIndex() - from, ByteProcessor.FIND_LF);
    }

    @Override
    public void close() {
        bytes.release();
    }
}
