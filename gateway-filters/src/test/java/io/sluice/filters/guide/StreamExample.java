package io.sluice.filters.guide;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BodySink;
import io.sluice.api.BodyTransform;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;

/** Refuses bodies of more than a megabyte, however they were compressed. */
final class StreamExample implements Filter {

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return new RequestPlan.Stream(head, new Limit());
    }

    private static final class Limit implements BodyTransform {

        private static final int MAX_BYTES = 1 << 20;
        private long seen;

        @Override
        public void onChunk(ByteBuf chunk, BodySink sink) {
            seen += chunk.readableBytes();
            if (seen > MAX_BYTES) {
                sink.refuse(Reply.error(413, "content_too_long_exception", "a body may have 1 MiB here"));
            } else {
                sink.relay(chunk);
            }
        }
    }
}
