package io.sluice.filters.tenant.member;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.filters.handle.HandleKind;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.IndexSelection;
import org.jspecify.annotations.Nullable;

/**
 * One tenant in one layout or, in the nested layout, one index of a tenant (or a selection of several).
 *
 * @param tenant the tenant's name
 * @param owner the tenant and layout that handles are sealed for
 * @param names of the tenant's indices
 * @param ids of the tenant's documents
 * @param mark of the tenant's documents
 * @param fields of the tenant's documents
 * @param base the index in the nested layout; null in other layouts
 */
public record Member(
        String tenant,
        String owner,
        IndexNames names,
        DocumentIds ids,
        TenantMark mark,
        FieldNames fields,
        @Nullable Base base) {

    /** Why a field of several indices cannot be named. */
    public static final String FIELD_OF_SEVERAL =
            "in this layout a field has a different physical name in each index, and the request is for several";

    /**
     * One index, or several, of a tenant in the nested layout.
     *
     * @param name the tenant's name of the index; empty if not known yet
     * @param frames of its documents and its mapping
     * @param all finds the tenant's other indices
     * @param several selection of several indices, whose expression is then the name; null for one index
     */
    public record Base(
            String name,
            BaseFrames frames,
            Indices all,
            @Nullable IndexSelection several) {}

    /** Whether the index also holds other tenants' documents. */
    public boolean sharesIndex() {
        return ids.scoped() && base == null;
    }

    /** Whether a field of this name would show the mark or the ids of documents as they are stored. */
    public boolean hidesField(JsonCursor name) {
        // Elasticsearch stores the ids of joined documents in fields whose names contain '#'.
        return ids.scoped() && (name.stringIs("_id") || mark.isMeant(name) || name.stringContains('#'));
    }

    /** Why a request cannot name a field in the nested layout; null if it can. */
    public @Nullable String problemOfField(String field) {
        if (fields.hidesIndex(field)) {
            return FieldNames.HIDDEN_INDEX;
        }
        return isOfSeveral() && !FieldNames.isOfEvery(field) ? FIELD_OF_SEVERAL : null;
    }

    /** The indices of a tenant in the nested layout. */
    public interface Indices {
        /**
         * The member for a client's expression that matches a single index; for any other expression, a member without
         * a name.
         */
        Member member(@Nullable String expression);

        /** The member for one index or several, by the tenant's own name, which may differ from the client's. */
        Member own(String name);

        /** The member for a client's expression that may match several indices; null if they cannot be determined. */
        @Nullable Member several(@Nullable String expression);
    }

    /**
     * A handle that was opened.
     *
     * @param id the cluster's id
     * @param member that it was sealed for
     */
    public record Opened(String id, Member member) {}

    /** A text of the cluster, with names as the tenant knows them. */
    public String text(String text) {
        String shown = names.text(OperatorNames.hidden(text, names));
        // Without an index there is no name before ids and fields, only the sign behind it.
        String restored = lacksIndex() ? shown : fields.text(ids.text(shown));
        return base == null ? restored : ServerMembers.text(restored);
    }

    /** The same, for a request whose URL has a query. */
    public Member withQuery(Json urlQuery) {
        return new Member(tenant, owner, names, ids, mark.withQuery(urlQuery), fields, base);
    }

    /**
     * The same, with other index names.
     *
     * @param indices finds the tenant's other indices in the nested layout
     */
    public Member withNames(IndexNames other, Indices indices) {
        Base renamed = base == null ? null : new Base(base.name(), base.frames(), indices, base.several());
        return new Member(tenant, owner, other, ids, mark, fields, renamed);
    }

    /** The same, with names of indices that clients use and documents do not have. */
    public Member withClientNames(IndexNames clients, Indices indices) {
        Member named = withNames(clients, indices);
        return new Member(tenant, owner, clients, ids, mark, fields.withIndexHidden(), named.base());
    }

    /** A tenant in indices of its own. */
    public static Member inOwnIndices(String tenant, String owner, IndexNames names) {
        return new Member(tenant, owner, names, DocumentIds.OWN, TenantMark.NONE, FieldNames.OWN, null);
    }

    /** The member for another expression of indices. */
    public Member of(@Nullable String expression) {
        return base == null ? this : base.all().member(expression);
    }

    /**
     * The member for an expression that may match several indices, if this one has no index; null if they cannot be
     * determined. Only for requests that read documents, or that apply to the whole physical index.
     */
    public @Nullable Member ofSeveral(@Nullable String expression) {
        return base == null || !lacksIndex() ? this : base.all().several(expression);
    }

    /** Whether it is for several indices that share one physical index. */
    public boolean isOfSeveral() {
        return base != null && base.several() != null;
    }

    /** The member for the indices of both members, of the same tenant and layout; null if there is none. */
    public @Nullable Member with(Member other) {
        Base others = other.base();
        return base == null || others == null || !owner.equals(other.owner())
                ? null
                : base.all().several(base.name() + "," + others.name());
    }

    /** For several indices: the member for the index of a document; null if the document belongs to none of them. */
    public @Nullable Member ofDocument(String physicalId) {
        IndexSelection several = base == null ? null : base.several();
        // Index names have no colon.
        int colon = physicalId.indexOf(':');
        String name = physicalId.substring(0, Math.max(colon, 0));
        return base != null && several != null && several.matches(name)
                ? base.all().own(name)
                : null;
    }

    /** Whether the layout needs an index that is not known. */
    public boolean lacksIndex() {
        return base != null && base.name().isEmpty();
    }

    /**
     * Whether another member of the same tenant is in the same layout and for the same index, or neither depends on an
     * index.
     */
    public boolean isOfSameIndexAs(Member other) {
        Base theirs = other.base();
        if (!owner.equals(other.owner())) {
            return false;
        }
        return base == null ? theirs == null : theirs != null && base.name().equals(theirs.name());
    }

    /** The member for the index of another member of the same tenant, which may use other names. */
    public Member sameAs(Member other) {
        Base theirs = other.base();
        return base == null || theirs == null ? this : base.all().own(theirs.name());
    }

    /** Seals an id, so that it opens for this member only. */
    public String seal(HandleSealer handles, HandleKind kind, String id) {
        // Index names have no bar.
        return handles.seal(owner, kind, base == null ? id : base.name() + '|' + id);
    }

    /** Opens a handle; null if it is not one of this tenant. */
    public @Nullable Opened open(HandleSealer handles, HandleKind kind, String handle) {
        String id = handles.open(owner, kind, handle);
        if (id == null || base == null) {
            return id == null ? null : new Opened(id, this);
        }
        int bar = id.indexOf('|');
        return new Opened(id.substring(bar + 1), base.all().own(id.substring(0, bar)));
    }
}
