package io.sluice.bulk.line;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The kept part of a sub-request.
 *
 * @param buffers its items from the first on, as many as were kept; never changed
 * @param defaults what its URL says
 * @param indices gives the index that is written where a bulk says this name; the name itself where that is not known
 */
public record SentItems(List<ByteBuf> buffers, BulkDefaults defaults, UnaryOperator<String> indices) {

    public SentItems {
        buffers = List.copyOf(buffers);
    }

    /** Items of which only their own results are known. */
    public SentItems(List<ByteBuf> buffers, BulkDefaults defaults) {
        this(buffers, defaults, UnaryOperator.identity());
    }
}
