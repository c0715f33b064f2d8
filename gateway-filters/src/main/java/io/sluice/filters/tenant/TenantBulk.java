package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.BulkVisitor;
import io.sluice.api.Json;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.RecentNames;
import io.sluice.filters.tenant.names.Translation;
import io.sluice.filters.tenant.names.Wildcards;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the items of a bulk: the index on the action line and, where documents of other tenants or indices share the
 * physical index, also the id and the document. For one exchange; allocates per index, not per item, except for
 * generated ids.
 */
final class TenantBulk implements BulkVisitor {

    private static final BulkItemPlan NO_PIPELINE =
            new BulkItemPlan.Reject(403, "security_exception", "ingest pipelines are denied to tenants");
    private static final BulkItemPlan NO_LIST =
            new BulkItemPlan.Reject(403, "security_exception", "list_executed_pipelines is denied to tenants");
    private static final BulkItemPlan EMPTY_ID =
            new BulkItemPlan.Reject(400, "illegal_argument_exception", "if _id is specified it must not be empty");
    private static final BulkItemPlan NO_ID = new BulkItemPlan.Refuse(
            Reply.error(400, "action_request_validation_exception", "Validation Failed: 1: id is missing;"));
    // The server's own error. The gateway sends it itself, so that no other way to name an index can take effect.
    static final BulkItemPlan NO_INDEX = new BulkItemPlan.Refuse(
            Reply.error(400, "action_request_validation_exception", "Validation Failed: 1: index is missing;"));
    private static final BulkItemPlan NO_ROUTING =
            new BulkItemPlan.Reject(403, "security_exception", "the tenant's name is the routing in this layout");
    private static final BulkItemPlan NO_MAPPING = new BulkItemPlan.Reject(
            403, "security_exception", "dynamic_templates are denied to tenants in this layout");

    private static final BulkItemPlan NO_SUCH_FIELD =
            new BulkItemPlan.Reject(403, "security_exception", "_source names a field that does not exist");
    private static final BulkItemPlan NO_FIELDS = new BulkItemPlan.Reject(
            403,
            "security_exception",
            "_source with field names is denied on action lines in this layout; set it in the URL or in the source");

    private static final BulkItemPlan MANY_FIELDS =
            new BulkItemPlan.Reject(403, "security_exception", "_source is denied: " + Wildcards.WHY_FEW_NAMES);

    private static final int MOST_ITEMS = 100_000;
    private static final BulkItemPlan MANY_ITEMS = new BulkItemPlan.Refuse(Reply.error(
            403,
            "security_exception",
            "a node makes objects for each item before it counts their bytes, and a bulk must not have more than "
                    + MOST_ITEMS));

    private static final BulkItemPlan MUCH_ADDED = new BulkItemPlan.Reject(403, "security_exception", AddedFields.WHY);

    static final RecentNames.Reading<BulkAction> INDEX = new RecentNames.Reading<>() {
        @Override
        public int hash(BulkAction action) {
            return action.hash(BulkField.INDEX);
        }

        @Override
        public boolean is(BulkAction action, String name) {
            return action.is(BulkField.INDEX, name);
        }
    };

    private final Member member;
    private final IndexNames names;
    private final DocumentIds ids;
    private final RequestReferences references;
    private final Sources sources;
    private @Nullable Item sameIndex;
    private final RecentNames<BulkAction, Item> recent = new RecentNames<>(INDEX);

    /**
     * The visitors of sources.
     *
     * @param document of an index or create action; null if documents stay unchanged
     * @param update of an update action
     * @param shown source fields of updated documents that the URL requests; null if they need no translation
     * @param added counts what is added of them
     */
    record Sources(
            @Nullable JsonVisitor document,
            JsonVisitor update,
            @Nullable ShownSource shown,
            AddedFields added) {}

    /**
     * The plan for updates to whose lines the URL's source fields are added.
     *
     * @param bytes of the fields
     */
    private record Showing(BulkItemPlan plan, int bytes) {}

    /** The plans for the items of one index. */
    private final class Item {
        private final @Nullable String index;
        private final BulkEdit drawn;
        private final BulkItemPlan write;
        private final BulkItemPlan update;
        private final BulkItemPlan create;
        /** Made by the first update that needs it: it may be long. */
        private @Nullable Showing showing;

        private Item(@Nullable String index) {
            this.index = index;
            BulkEdit edit = scoped(edit());
            write = edit.isEmpty() && sources.document() == null
                    ? BulkItemPlan.keep()
                    : new BulkItemPlan.Rewrite(edit, sources.document());
            update = new BulkItemPlan.Rewrite(edit, sources.update());
            drawn = edit();
            create = new BulkItemPlan.Rewrite(drawn, sources.document());
        }

        private Item(BulkItemPlan rejection) {
            index = null;
            drawn = new BulkEdit();
            write = rejection;
            update = rejection;
            create = rejection;
        }

        private BulkEdit edit() {
            BulkEdit edit = new BulkEdit();
            if (index != null) {
                edit.set(BulkField.INDEX, index);
            }
            String routing = ids.routing();
            if (routing != null) {
                edit.set(BulkField.ROUTING, routing);
            }
            return edit;
        }

        private BulkEdit scoped(BulkEdit edit) {
            if (ids.scoped()) {
                edit.prefix(BulkField.ID, ids.scope());
            }
            return edit;
        }

        /** For an update whose line does not say which source fields it shows. */
        private BulkItemPlan showing() {
            ShownSource shown = sources.shown();
            if (shown == null || update instanceof BulkItemPlan.Reject) {
                return update;
            }
            if (sources.added().isFull()) {
                return MUCH_ADDED;
            }
            Showing known = showing;
            if (known == null) {
                known = showing(shown.onLine(member.fields()));
                showing = known;
            }
            return sources.added().takeOfItem(known.bytes()) ? known.plan() : MUCH_ADDED;
        }

        private Showing showing(Json fields) {
            BulkEdit edit = scoped(edit()).set(BulkField.SOURCE, fields);
            return new Showing(new BulkItemPlan.Rewrite(edit, sources.update()), fields.utf8().length);
        }
    }

    TenantBulk(Member member, RequestReferences references, Sources sources) {
        this.member = member;
        this.names = member.names();
        this.ids = member.ids();
        this.references = references;
        this.sources = sources;
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        references.parts().item();
        BulkItemPlan plan = position < MOST_ITEMS ? decided(effective) : MANY_ITEMS;
        if (plan instanceof BulkItemPlan.Reject rejection) {
            return named(effective, rejection);
        }
        references.parts().sent(member);
        return plan;
    }

    // The URL was rewritten to the physical index name; a line still has the client's.
    private BulkItemPlan named(BulkAction action, BulkItemPlan.Reject rejection) {
        String index = action.onLine(BulkField.INDEX) ? null : action.index();
        if (index == null) {
            return rejection;
        }
        String clients = names.logical(index);
        return rejection.of(clients == null ? names.text(index) : clients);
    }

    private BulkItemPlan decided(BulkAction effective) {
        if (!effective.has(BulkField.INDEX)) {
            return NO_INDEX;
        }
        // Even _none is refused: it would bypass the pipeline that the operator set for the index.
        if (effective.has(BulkField.PIPELINE)) {
            return NO_PIPELINE;
        }
        if (effective.has(BulkField.LIST_EXECUTED_PIPELINES)) {
            return NO_LIST;
        }
        if (ids.scoped() && effective.has(BulkField.DYNAMIC_TEMPLATES)) {
            return NO_MAPPING;
        }
        BulkItemPlan refused = ofShownFields(effective);
        if (refused != null) {
            return refused;
        }
        if (ids.routing() != null && effective.has(BulkField.ROUTING)) {
            return NO_ROUTING;
        }
        if (ids.scoped() && effective.is(BulkField.ID, "")) {
            boolean writes =
                    effective.operation() == BulkOperation.INDEX || effective.operation() == BulkOperation.CREATE;
            return writes ? EMPTY_ID : NO_ID;
        }
        if (!effective.onLine(BulkField.INDEX)) {
            Item item = sameIndex;
            if (item == null) {
                item = new Item((String) null);
                sameIndex = item;
            }
            return plan(item, effective);
        }
        Item item = recent.find(effective);
        return plan(item == null ? translated(Objects.requireNonNullElse(effective.index(), "")) : item, effective);
    }

    private @Nullable BulkItemPlan ofShownFields(BulkAction action) {
        boolean fields = action.onLine(BulkField.SOURCE)
                && !action.is(BulkField.SOURCE, "true")
                && !action.is(BulkField.SOURCE, "false");
        if (!fields) {
            return null;
        }
        if (member.fields().prefixed()) {
            return NO_FIELDS;
        }
        if (Wildcards.areManyNames(String.valueOf(action.text(BulkField.SOURCE)))) {
            return MANY_FIELDS;
        }
        return member.mark().isSpokenOf(String.valueOf(action.text(BulkField.SOURCE))) ? NO_SUCH_FIELD : null;
    }

    private BulkItemPlan plan(Item item, BulkAction action) {
        BulkOperation operation = action.operation();
        if (operation == BulkOperation.UPDATE) {
            return action.onLine(BulkField.SOURCE) ? item.update : item.showing();
        }
        boolean draws = ids.scoped() && operation != BulkOperation.DELETE && !action.has(BulkField.ID);
        if (draws) {
            item.drawn.set(BulkField.ID, ids.physical(DrawnIds.next()));
        }
        return draws ? item.create : item.write;
    }

    private Item translated(String name) {
        Item item = switch (names.one(name)) {
            case Translation.Physical physical -> new Item(physical.name());
            case Translation.Refused refused -> {
                String type = refused.status() == 400 ? "invalid_index_name_exception" : "security_exception";
                yield new Item(new BulkItemPlan.Reject(refused.status(), type, refused.reason()));
            }
        };
        recent.add(name, item);
        return item;
    }
}
