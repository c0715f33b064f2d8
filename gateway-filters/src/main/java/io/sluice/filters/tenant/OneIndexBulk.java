package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bulk whose answer lacks items, so that their order does not tell of which index each is: all must be of one. For one exchange.
 */
final class OneIndexBulk implements BulkVisitor {

    /** What stands beside the items. */
    private static final Set<String> BESIDE = Set.of("took", "errors", "ingest_took");
    /** What each item's result has. */
    private static final Set<String> OF_EACH_ITEM = Set.of("items", "items.*", "items.*._index", "items.*.status");

    private static final BulkItemPlan SEVERAL = new BulkItemPlan.Refuse(Reply.error(
            403,
            "security_exception",
            "filter_path is denied to tenants here: with it, items that are of several indices cannot be told apart;"
                    + " items.*.status keeps them all"));

    private final BulkVisitor items;
    private @Nullable String only;

    private OneIndexBulk(BulkVisitor items) {
        this.items = items;
    }

    /** The same bulk, unless its URL leaves some items out of the answer. */
    static BulkVisitor unlessWhole(BulkVisitor items, RequestTarget target) {
        String filter = target.parameter("filter_path");
        return filter == null || showsAllOrNone(List.of(filter.split(","))) ? items : new OneIndexBulk(items);
    }

    private static boolean showsAllOrNone(List<String> parts) {
        boolean all = parts.stream().anyMatch(OF_EACH_ITEM::contains)
                && parts.stream().noneMatch(part -> part.startsWith("-"));
        return all || BESIDE.containsAll(parts);
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        if (only == null) {
            only = String.valueOf(effective.index());
        }
        return effective.has(BulkField.INDEX) && !effective.is(BulkField.INDEX, only)
                ? SEVERAL
                : items.onItem(effective, url, position);
    }
}
