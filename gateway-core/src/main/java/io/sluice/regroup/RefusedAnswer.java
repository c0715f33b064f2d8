package io.sluice.regroup;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** A node's answer to a sub-request as a whole, other than 200: no item of it was executed. For one answer. */
final class RefusedAnswer {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_REASON = 2_000;

    private final HttpResponse head;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(512);

    RefusedAnswer(HttpResponse head) {
        this.head = head;
    }

    HttpResponse head() {
        return head;
    }

    int status() {
        return head.status().code();
    }

    /** Takes a copy of a part of the body; what is beyond 64 KiB is dropped. */
    void add(ByteBuf lent) {
        int length = Math.min(lent.readableBytes(), MAX_BYTES - body.size());
        for (int i = 0; i < length; i++) {
            body.write(lent.getByte(lent.readerIndex() + i));
        }
    }

    byte[] body() {
        return body.toByteArray();
    }

    /** The error's type, or a word of ours where the body has none. */
    String type() {
        return text("type", "sluice_not_executed");
    }

    /** The error's reason, or the status where the body has none. */
    String reason() {
        String reason = text("reason", "the node answered " + head.status());
        return reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason;
    }

    // The members of the error come behind those of its root causes, so the last at their depth counts.
    private String text(String name, String otherwise) {
        try (JsonParser parser = JSON.createParser(body.toByteArray())) {
            int depth = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 2 && token == JsonToken.VALUE_STRING && name.equals(parser.currentName())) {
                    return parser.getText();
                }
            }
        } catch (IOException e) {
            return otherwise;
        }
        return otherwise;
    }
}
