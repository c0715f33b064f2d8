package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.names.RecentNames;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A bulk whose items are for several layouts: the layout of its index decides about each. For one exchange. */
final class MixedBulk implements BulkVisitor {

    private static final BulkItemPlan NOWHERE =
            new BulkItemPlan.Reject(403, "security_exception", "no layout can have such an index");

    private final Function<String, @Nullable Layout> layouts;
    private final Map<Layout, BulkVisitor> bulks;
    private final BulkVisitor nowhere;
    private final RecentNames<BulkAction, BulkVisitor> recent = new RecentNames<>(TenantBulk.INDEX);

    /**
     * Takes the visitors of all layouts.
     *
     * @param layouts finds the layout of an index; returns null if no layout has it
     * @param notes counts items that are not forwarded
     */
    MixedBulk(Function<String, @Nullable Layout> layouts, Map<Layout, BulkVisitor> bulks, RequestReferences notes) {
        this.layouts = layouts;
        this.bulks = bulks;
        this.nowhere = new RefusedItems(NOWHERE, notes);
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        if (effective.index() == null) {
            return TenantBulk.NO_INDEX;
        }
        BulkVisitor visitor = recent.find(effective);
        return (visitor == null ? ofIndex(effective.index()) : visitor).onItem(effective, url, position);
    }

    private BulkVisitor ofIndex(String name) {
        Layout layout = name.indexOf(',') >= 0 ? null : layouts.apply(name);
        BulkVisitor visitor = layout == null ? nowhere : Objects.requireNonNull(bulks.get(layout));
        recent.add(name, visitor);
        return visitor;
    }
}
