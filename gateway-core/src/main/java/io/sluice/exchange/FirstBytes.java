package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of an answer, held until it is flushed: up to then another answer can take its place, should what was read together
 * with it turn out to be broken. Owns the held bytes. On one event loop.
 */
final class FirstBytes implements AutoCloseable {
    /** Above this it goes out at once. */
    private static final int MAX_BYTES = 16 * 1024;

    private final ClientPort client;
    private final boolean toHeadRequest;
    private final List<Object> parts = new ArrayList<>(2);
    private @Nullable HttpResponse head;
    private int bytes;
    private boolean sent;

    FirstBytes(ClientPort client, boolean toHeadRequest) {
        this.client = client;
        this.toHeadRequest = toHeadRequest;
    }

    /** True if a byte of the answer has been written to the client's connection. */
    boolean sent() {
        return sent;
    }

    void head(HttpResponse response) {
        head = response;
    }

    /** Takes over a part of the body as it was decoded. */
    void content(HttpContent part) {
        if (sent) {
            client.writeContent(part);
        } else {
            hold(part, part.content());
        }
    }

    /** Takes over a part of the body. */
    void body(ByteBuf part) {
        if (sent) {
            client.writeBody(part);
        } else {
            hold(part, part);
        }
    }

    private void hold(Object part, ByteBuf content) {
        parts.add(part);
        bytes += content.readableBytes();
        if (bytes > MAX_BYTES) {
            send();
        }
    }

    /** Writes the held bytes; from now on the answer cannot be replaced. */
    void send() {
        HttpResponse first = head;
        if (first == null) {
            return;
        }
        head = null;
        sent = true;
        client.writeHead(first, toHeadRequest);
        for (Object part : parts) {
            if (part instanceof HttpContent content) {
                client.writeContent(content);
            } else {
                client.writeBody((ByteBuf) part);
            }
        }
        parts.clear();
        bytes = 0;
    }

    /** Releases the held bytes. */
    @Override
    public void close() {
        head = null;
        parts.forEach(ReferenceCountUtil::release);
        parts.clear();
        bytes = 0;
    }
}
