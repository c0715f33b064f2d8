package io.sluice.filters.tenant.query;

import io.sluice.api.Json;
import io.sluice.filters.tenant.handle.HandleKind;
import io.sluice.filters.tenant.handle.HandleSealer;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.IndexNames;
import io.sluice.filters.tenant.names.IndexSelection;
import org.jspecify.annotations.Nullable;

/**
 * What a layout is to one tenant or, where a tenant's indices lie in one, to one index of a tenant.
 *
 * @param tenant the tenant's name
 * @param owner the tenant in the layout, as handles know it
 * @param names of the tenant's indices
 * @param ids of the tenant's documents
 * @param mark of the tenant's documents
 * @param fields of the tenant's documents
 * @param base where it is for one index of the tenant's
 */
public record Member(
        String tenant,
        String owner,
        IndexNames names,
        DocumentIds ids,
        TenantMark mark,
        FieldNames fields,
        @Nullable Base base) {

    /**
     * One index of a tenant whose indices lie in one.
     *
     * @param name what the tenant calls it; empty where nobody has said yet which index is meant
     * @param frames of its documents and its mapping
     * @param all finds the other ones
     * @param several which they are, where it is for several of them; the name is their expression then
     */
    public record Base(
            String name,
            BaseFrames frames,
            Indices all,
            @Nullable IndexSelection several) {}

    /** The indices of a tenant that all lie in one. */
    public interface Indices {
        /** The member for an expression of the client's that means one index; for any other one without a name. */
        Member member(@Nullable String expression);

        /** The member for an index, or for several, by the tenant's own name of it, which may not be what the client calls it. */
        Member own(String name);

        /** The member for an expression of the client's that may mean several indices; null if nobody knows which they are. */
        @Nullable Member several(@Nullable String expression);
    }

    /**
     * A handle that was opened.
     *
     * @param id what the cluster calls it
     * @param member for whom it was sealed
     */
    public record Opened(String id, Member member) {}

    /** A text of the cluster's with names as the tenant knows them. */
    public String text(String text) {
        String restored = fields.text(ids.text(names.text(OperatorNames.hidden(text, names))));
        return base == null ? restored : ServerMembers.text(restored);
    }

    /** The same for a request whose URL has a query. */
    public Member withQuery(Json urlQuery) {
        return new Member(tenant, owner, names, ids, mark.withQuery(urlQuery), fields, base);
    }

    /**
     * The same where indices have other names.
     *
     * @param indices finds the other ones, if indices lie in one
     */
    public Member withNames(IndexNames other, Indices indices) {
        Base renamed = base == null ? null : new Base(base.name(), base.frames(), indices, base.several());
        return new Member(tenant, owner, other, ids, mark, fields, renamed);
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
     * The same for an expression that may mean several indices where this one is for none; null if nobody knows which. Only for what reads
     * documents, or applies to all that lies in one index.
     */
    public @Nullable Member ofSeveral(@Nullable String expression) {
        return base == null || !lacksIndex() ? this : base.all().several(expression);
    }

    /** Whether it is for several indices of a tenant that lie in one. */
    public boolean isOfSeveral() {
        return base != null && base.several() != null;
    }

    /** The member for these indices and those of the other one, of the same tenant and layout; null if there is none. */
    public @Nullable Member with(Member other) {
        Base others = other.base();
        return base == null || others == null || !owner.equals(other.owner())
                ? null
                : base.all().several(base.name() + "," + others.name());
    }

    /** Where it is for several indices: the member for that of a document; null if the document belongs to none of them. */
    public @Nullable Member ofDocument(String physicalId) {
        IndexSelection several = base == null ? null : base.several();
        // No index has a colon in its name.
        int colon = physicalId.indexOf(':');
        String name = physicalId.substring(0, Math.max(colon, 0));
        return base != null && several != null && several.matches(name)
                ? base.all().own(name)
                : null;
    }

    /** Whether what is to be done depends on an index that is not known. */
    public boolean lacksIndex() {
        return base != null && base.name().isEmpty();
    }

    /** Whether the other one, of the same tenant, is in the same layout and for the same index, or both are for any. */
    public boolean isOfSameIndexAs(Member other) {
        Base theirs = other.base();
        if (!owner.equals(other.owner())) {
            return false;
        }
        return base == null ? theirs == null : theirs != null && base.name().equals(theirs.name());
    }

    /** The member for the index of another one of the same tenant, whose names may be others. */
    public Member sameAs(Member other) {
        Base theirs = other.base();
        return base == null || theirs == null ? this : base.all().own(theirs.name());
    }

    /** Seals an id, so that it opens for this member only. */
    public String seal(HandleSealer handles, HandleKind kind, String id) {
        // No index has a bar in its name.
        return handles.seal(owner, kind, base == null ? id : base.name() + '|' + id);
    }

    /** Opens a handle of the tenant's; null if it is none. */
    public @Nullable Opened open(HandleSealer handles, HandleKind kind, String handle) {
        String id = handles.open(owner, kind, handle);
        if (id == null || base == null) {
            return id == null ? null : new Opened(id, this);
        }
        int bar = id.indexOf('|');
        return new Opened(id.substring(bar + 1), base.all().own(id.substring(0, bar)));
    }
}
