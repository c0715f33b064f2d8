package io.sluice.plugins.ratelimit;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets a bulk's items through as long as there are tokens. Once an item was refused, all that follow are: a client that sends the
 * refused ones again must not put an older version of a document over a newer one. For one exchange.
 */
final class BulkItems implements BulkVisitor {

    private final List<ItemTokens> limits;
    private @Nullable ItemTokens refusing;

    BulkItems(List<ItemTokens> limits) {
        this.limits = limits;
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        if (refusing == null) {
            refusing = firstWithoutToken(effective);
        }
        ItemTokens by = refusing;
        return by == null ? BulkItemPlan.keep() : by.refusal();
    }

    private @Nullable ItemTokens firstWithoutToken(BulkAction item) {
        for (int i = 0; i < limits.size(); i++) {
            if (!limits.get(i).take(item)) {
                for (int before = 0; before < i; before++) {
                    limits.get(before).putBack();
                }
                return limits.get(i);
            }
        }
        return null;
    }

    /** The bulk is over: gives back what was held for items to come. */
    void end() {
        limits.forEach(ItemTokens::end);
    }
}
