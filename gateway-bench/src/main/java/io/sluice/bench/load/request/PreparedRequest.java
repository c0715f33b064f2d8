package io.sluice.bench.load.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.bench.load.scenario.RequestSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A request as it goes over the wire, head and body.
 *
 * @param wire owned by whoever holds the request; a connection writes a retained duplicate
 * @param bodyBytes size of the body before compression
 */
public record PreparedRequest(RequestSpec spec, ByteBuf wire, int bodyBytes) implements WireRequest {
    /**
     * The request of this head and body.
     *
     * @param head with the empty line that ends it
     * @param bodyBytes size of the body before compression
     */
    public static PreparedRequest of(RequestSpec spec, String head, byte[] body, int bodyBytes) {
        byte[] first = head.getBytes(StandardCharsets.UTF_8);
        ByteBuffer wire = ByteBuffer.allocateDirect(first.length + body.length)
                .put(first)
                .put(body)
                .flip();
        return new PreparedRequest(spec, Unpooled.wrappedBuffer(wire), bodyBytes);
    }

    @Override
    public boolean head() {
        return "HEAD".equals(spec.method());
    }
}
