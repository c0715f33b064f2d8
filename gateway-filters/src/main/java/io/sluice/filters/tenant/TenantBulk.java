package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.BulkVisitor;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.Translation;
import io.sluice.filters.tenant.query.RequestReferences;
import org.jspecify.annotations.Nullable;

/** The items of a bulk where every index is a tenant's own: another index on the line. For one exchange; allocates by index, not by item. */
final class TenantBulk implements BulkVisitor {

    private static final BulkItemPlan NO_PIPELINE =
            new BulkItemPlan.Reject(403, "security_exception", "ingest pipelines are denied to tenants");
    private static final BulkItemPlan NO_LIST =
            new BulkItemPlan.Reject(403, "security_exception", "list_executed_pipelines is denied to tenants");

    private final IndexNames names;
    private final RequestReferences references;
    private final JsonVisitor update;
    private final BulkItemPlan sameIndexUpdate;
    private @Nullable String lastName;
    private BulkItemPlan lastPlan = BulkItemPlan.keep();
    private BulkItemPlan lastUpdate = BulkItemPlan.keep();

    TenantBulk(IndexNames names, RequestReferences references, JsonVisitor update) {
        this.names = names;
        this.references = references;
        this.update = update;
        this.sameIndexUpdate = new BulkItemPlan.Rewrite(new BulkEdit(), update);
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        references.item(position);
        if (effective.has(BulkField.PIPELINE) && !effective.is(BulkField.PIPELINE, "_none")) {
            return rejected(effective, NO_PIPELINE);
        }
        if (effective.has(BulkField.LIST_EXECUTED_PIPELINES)) {
            return rejected(effective, NO_LIST);
        }
        boolean updates = effective.operation() == BulkOperation.UPDATE;
        if (!effective.onLine(BulkField.INDEX)) {
            return updates ? sameIndexUpdate : BulkItemPlan.keep();
        }
        if (lastName == null || !effective.is(BulkField.INDEX, lastName)) {
            translate(effective.index());
        }
        return updates ? lastUpdate : lastPlan;
    }

    private BulkItemPlan rejected(BulkAction action, BulkItemPlan rejection) {
        String index = action.index();
        if (index != null) {
            references.named(index);
        }
        return rejection;
    }

    private void translate(@Nullable String name) {
        switch (names.one(name == null ? "" : name)) {
            case Translation.Physical physical -> {
                BulkEdit edit = new BulkEdit().set(BulkField.INDEX, physical.name());
                lastPlan = new BulkItemPlan.Rewrite(edit, null);
                lastUpdate = new BulkItemPlan.Rewrite(edit, update);
            }
            case Translation.Refused refused -> {
                String type = refused.status() == 400 ? "invalid_index_name_exception" : "security_exception";
                lastPlan = new BulkItemPlan.Reject(refused.status(), type, refused.reason());
                lastUpdate = lastPlan;
                references.named(name == null ? "" : name);
            }
        }
        lastName = name;
    }
}
