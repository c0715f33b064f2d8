package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.RequestItems;
import io.sluice.bulk.line.SentItems;
import java.util.List;

/** Reads the action line of one kept item. Stateless. */
final class ItemLine {
    private ItemLine() {}

    /**
     * The action of an item.
     *
     * @param lines lent for as long as the action is used
     * @throws IllegalArgumentException if they are no item
     */
    static BulkLine of(ByteBuf lines) {
        RequestItems items = new RequestItems(new SentItems(List.of(lines), BulkDefaults.NONE));
        if (!items.next()) {
            throw new IllegalArgumentException("what was kept is no item");
        }
        return items.action();
    }
}
