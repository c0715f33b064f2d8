package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.RecentNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A bulk for a tenant whose indices share one physical index: each item is judged by the rules of its own index. For
 * one exchange; allocates per index, not per item, unless items take turns among more indices than {@link #KEPT}.
 */
final class NestedBulk implements BulkVisitor {

    private static final BulkItemPlan TOO_MANY =
            new BulkItemPlan.Reject(400, "illegal_argument_exception", "too many indices in one bulk");

    /** Indices of one bulk, far fewer than a request may have members, of which other layouts have some. */
    static final int MAX_INDICES = 511;

    /** Visitors that are kept: each has some 10 KB, and the URL's fields if an update needs them. */
    static final int KEPT = 128;

    private final Member first;
    private final RequestReferences notes;
    private final Function<Member, BulkVisitor> bulks;
    private final BulkVisitor ofUrl;
    /** The response is read by them, so an index must have the same one whenever its visitor is made. */
    private final Map<String, Member> members = new HashMap<>();
    /** The last ones used; the eldest first. */
    private final SequencedMap<String, BulkVisitor> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final RecentNames<BulkAction, BulkVisitor> recent = new RecentNames<>(TenantBulk.INDEX);

    /**
     * Makes the visitor of one bulk.
     *
     * @param first member for the index in the URL
     * @param notes counts items
     * @param bulks makes the visitor for all items of one index; another one for the same member must decide alike
     */
    NestedBulk(Member first, RequestReferences notes, Function<Member, BulkVisitor> bulks) {
        this.first = first;
        this.notes = notes;
        this.bulks = bulks;
        this.ofUrl = bulks.apply(first);
    }

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        if (!effective.onLine(BulkField.INDEX)) {
            return ofUrl.onItem(effective, url, position);
        }
        BulkVisitor bulk = recent.find(effective);
        if (bulk == null) {
            bulk = ofIndex(String.valueOf(effective.index()));
        }
        if (bulk == null) {
            notes.parts().item();
            return TOO_MANY;
        }
        return bulk.onItem(effective, url, position);
    }

    /** Null if that were too many. */
    private @Nullable BulkVisitor ofIndex(String name) {
        BulkVisitor bulk = kept.get(name);
        if (bulk == null) {
            Member member = members.get(name);
            if (member == null) {
                if (members.size() == MAX_INDICES) {
                    return null;
                }
                member = first.of(name);
                members.put(name, member);
            }
            bulk = bulks.apply(member);
            if (kept.size() == KEPT) {
                kept.pollFirstEntry();
            }
            kept.put(name, bulk);
        }
        recent.add(name, bulk);
        return bulk;
    }
}
