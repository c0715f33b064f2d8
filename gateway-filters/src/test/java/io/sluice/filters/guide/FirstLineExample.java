package io.sluice.filters.guide;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.nio.charset.StandardCharsets;

/** Sends bulks that begin with an action on {@code archive} to another cluster, however long they are. */
final class FirstLineExample implements Filter {

    private static final int MAX_BYTES = 4096;

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return new RequestPlan.FirstLine(MAX_BYTES, beginning -> {
            if (firstLine(beginning).contains("\"_index\":\"archive\"")) {
                exchange.target("secondary");
            }
            return RequestPlan.pass();
        });
    }

    private static String firstLine(ByteBuf lent) {
        int feed = lent.indexOf(lent.readerIndex(), lent.writerIndex(), (byte) '\n');
        int end = feed < 0 ? lent.writerIndex() : feed;
        return lent.toString(lent.readerIndex(), end - lent.readerIndex(), StandardCharsets.UTF_8);
    }
}
