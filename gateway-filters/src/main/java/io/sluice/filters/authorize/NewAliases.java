package io.sluice.filters.authorize;

import io.sluice.api.Reply;
import io.sluice.filters.authorize.Indices.Outcome;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges what is to be an alias of what. A new alias is judged by its own name until names are read again, so what is allowed by that name must be
 * allowed of each index that gets it. Names may come in any order. For one body; on its exchange's event loop.
 */
final class NewAliases {

    private static final Set<EndpointClass> BY_NAME = Set.of(EndpointClass.READ, EndpointClass.WRITE);

    private final Access access;
    /** What an alias may allow by its name. */
    private final Set<EndpointClass> allowed = EnumSet.noneOf(EndpointClass.class);
    /** What is not allowed of an index, and of which. */
    private final Map<EndpointClass, Outcome.Refused> denied = new EnumMap<>(EndpointClass.class);

    NewAliases(Access access) {
        this.access = access;
    }

    /** What may be allowed by the name of an alias until its indices are known. */
    static Set<EndpointClass> allowedBy(String alias, Judge judge) {
        Indices name = Indices.of(alias);
        Set<EndpointClass> kinds = EnumSet.noneOf(EndpointClass.class);
        for (EndpointClass kind : BY_NAME) {
            if (name.mayAllow(judge, kind)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /** The refusal of an alias that would allow what is not allowed of its index; null in a dry run. */
    static @Nullable Reply refusal(Outcome.Refused ofIndex, Access access) {
        Reply refusal = access.refusal(ofIndex);
        return refusal == null || ofIndex.decision().verdict() == Judge.Verdict.UNKNOWN
                ? refusal
                : Reply.refusal(
                        403,
                        "the alias would allow [" + ofIndex.kind().label() + "] of [" + ofIndex.name()
                                + "], which the gateway does not allow");
    }

    /** Forgets the names, as those of another action follow. */
    void begin() {
        allowed.clear();
        denied.clear();
    }

    /** Notes indices that get the aliases. */
    void index(String expression) {
        for (EndpointClass kind : BY_NAME) {
            if (Indices.of(expression).judged(access.judge(), Set.of(kind)) instanceof Outcome.Refused refused) {
                denied.putIfAbsent(kind, refused);
            }
        }
    }

    /** Notes an alias. */
    void alias(String name) {
        allowed.addAll(allowedBy(name, access.judge()));
    }

    /** The refusal of the names so far; null if they are allowed. One that does not end the request is told once. */
    @Nullable Reply refusal() {
        for (EndpointClass kind : allowed) {
            Outcome.Refused refused = denied.remove(kind);
            Reply refusal = refused == null ? null : refusal(refused, access);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }
}
