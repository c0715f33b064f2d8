package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.BulkVisitor;
import io.sluice.api.Json;
import io.sluice.filters.tenant.move.StoredName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Notes which documents a bulk may change, as they are named to the cluster. Documents that a server would draw an id for get one. For one request. */
final class TouchedItems implements BulkVisitor {

    private final BulkVisitor items;
    private final TouchedNames touched;

    /** @param touched takes the names */
    TouchedItems(BulkVisitor items, TouchedNames touched) {
        this.items = items;
        this.touched = touched;
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        BulkItemPlan plan = items.onItem(effective, url, position);
        return switch (plan) {
            case BulkItemPlan.Reject reject -> plan;
            case BulkItemPlan.Refuse refuse -> plan;
            case BulkItemPlan.Keep keep -> noted(new BulkItemPlan.Rewrite(new BulkEdit(), null), effective, plan);
            case BulkItemPlan.Rewrite rewrite -> noted(rewrite, effective, plan);
        };
    }

    private BulkItemPlan noted(BulkItemPlan.Rewrite rewrite, BulkAction effective, BulkItemPlan plan) {
        BulkEdit edit = rewrite.action();
        String index = Objects.requireNonNullElse(text(edit, BulkField.INDEX, effective), "");
        String id = text(edit, BulkField.ID, effective);
        String routing = text(edit, BulkField.ROUTING, effective);
        if (id != null && id.isEmpty()) {
            // The server refuses it.
            return plan;
        }
        if (id != null) {
            touched.add(new StoredName(index, id, routing));
            return plan;
        }
        if (!isCreatedWithoutId(effective.operation())) {
            // So it does with these.
            return plan;
        }
        if (effective.has(BulkField.VERSION) || effective.has(BulkField.VERSION_TYPE)) {
            touched.addUnnamed();
            return plan;
        }
        String drawn = DrawnIds.next();
        touched.add(new StoredName(index, drawn, routing));
        return new BulkItemPlan.Rewrite(copy(edit).set(BulkField.ID, drawn), rewrite.source());
    }

    private static boolean isCreatedWithoutId(BulkOperation operation) {
        return operation == BulkOperation.INDEX || operation == BulkOperation.CREATE;
    }

    private static @Nullable String text(BulkEdit edit, BulkField field, BulkAction effective) {
        String given = effective.text(field);
        return switch (edit.change(field)) {
            case SET -> edit.text(field);
            case PREFIX -> given == null ? null : edit.text(field) + given;
            case KEEP, SET_JSON, REMOVE -> given;
        };
    }

    // The edit belongs to the visitor, which uses it again.
    private static BulkEdit copy(BulkEdit edit) {
        BulkEdit copy = new BulkEdit();
        for (BulkField field : BulkField.values()) {
            String text = edit.text(field);
            switch (edit.change(field)) {
                case KEEP -> {}
                case SET -> copy.set(field, text);
                case SET_JSON -> copy.set(field, Json.parse(text));
                case PREFIX -> copy.prefix(field, text);
                case REMOVE -> copy.remove(field);
            }
        }
        return copy;
    }
}
