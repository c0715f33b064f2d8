package io.sluice.filters.jsonedit;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.BulkVisitor;
import io.sluice.api.JsonRules;

/** Edits the documents of a bulk; in updates, those under {@code doc} and {@code upsert}. For one exchange. */
final class BulkSources implements BulkVisitor {

    private final BulkItemPlan document;
    private final BulkItemPlan update;

    BulkSources(JsonRules documents, JsonRules updates) {
        BulkEdit sameLine = new BulkEdit();
        this.document = new BulkItemPlan.Rewrite(sameLine, documents.visitor());
        this.update = new BulkItemPlan.Rewrite(sameLine, updates.visitor());
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        BulkOperation operation = effective.operation();
        if (!operation.hasSource()) {
            return BulkItemPlan.keep();
        }
        return operation == BulkOperation.UPDATE ? update : document;
    }
}
