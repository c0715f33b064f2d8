package io.sluice.filters.tenant;

import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.member.Member;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members for the first expressions of a request, each made once; those for long ones, and for later ones, are made anew. For one exchange. */
final class KnownMembers implements RequestReferences.Places {

    private static final int MOST = 256;

    private final RequestReferences.Places places;
    private final Map<String, Member> known = new HashMap<>();

    /** @param places makes the members */
    KnownMembers(RequestReferences.Places places) {
        this.places = places;
    }

    @Override
    public @Nullable Member member(String expression) {
        Member before = known.get(expression);
        if (before != null) {
            return before;
        }
        Member made = places.member(expression);
        if (made != null && known.size() < MOST && expression.length() <= NamePatterns.LONGEST) {
            known.put(expression, made);
        }
        return made;
    }
}
