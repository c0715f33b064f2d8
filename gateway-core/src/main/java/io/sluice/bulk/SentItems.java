package io.sluice.bulk;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import java.util.List;

/**
 * What was kept of a sub-request.
 *
 * @param buffers its items from the first on, as many as were kept; never changed
 * @param defaults what its URL says
 */
public record SentItems(List<ByteBuf> buffers, BulkDefaults defaults) {

    public SentItems {
        buffers = List.copyOf(buffers);
    }
}
