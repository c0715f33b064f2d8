package io.sluice.filters.tenant;

import io.sluice.api.JsonMember;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.member.Member;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that the URL of an {@code _mget} requests of all documents, with the names that they have in each index. Made
 * once for each index, and bounded by what they add to the whole body. For one exchange.
 */
final class ShownFields {

    private static final Added NOTHING = new Added(null, null);

    private final @Nullable ShownSource source;
    private final List<String> stored;
    private final AddedFields added = new AddedFields();
    private final IdentityHashMap<Member, Added> ofMembers = new IdentityHashMap<>();

    /**
     * What the documents of one index get.
     *
     * @param source null for nothing
     * @param stored null for nothing
     */
    record Added(@Nullable JsonMember source, @Nullable JsonMember stored) {}

    /** Reads the URL's parameters. */
    ShownFields(RequestTarget target) {
        source = ShownSource.of(target);
        stored = ShownSource.list(target.parameter("stored_fields"));
    }

    /** Counts one more document; false if that is more than a request may have. */
    boolean document(Member member) {
        Added each = of(member);
        return fits(each.source()) && fits(each.stored());
    }

    private boolean fits(@Nullable JsonMember more) {
        return more == null || added.take(more.value().utf8().length);
    }

    /** What the documents of a member get, unless they say it themselves. */
    Added of(Member member) {
        return member.fields().prefixed() ? ofMembers.computeIfAbsent(member, this::made) : NOTHING;
    }

    private Added made(Member member) {
        return new Added(
                source == null ? null : new JsonMember("_source", source.onLine(member.fields())),
                stored.isEmpty() ? null : new JsonMember("stored_fields", ShownSource.json(stored, member.fields())));
    }
}
