package io.sluice.bench.load.request;

import io.netty.buffer.ByteBuf;
import io.sluice.bench.load.scenario.RequestSpec;

/**
 * A request as it goes over the wire, head and body.
 *
 * @param wire owned by whoever holds the request; a connection writes a retained duplicate
 * @param bodyBytes size of the body before compression
 */
public record PreparedRequest(RequestSpec spec, ByteBuf wire, int bodyBytes) {
    /** Whether the answer has no body whatever its head says. */
    public boolean head() {
        return "HEAD".equals(spec.method());
    }
}
