package io.sluice.filters.authorize;

import io.sluice.api.Key;
import io.sluice.filters.match.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Allows or denies what a request does to indices. */
public sealed interface AuthorizeRule {

    /** What the rule is about. */
    List<EndpointClass> classes();

    /** Patterns of the indices that it is about; empty for all, and for what concerns no index. */
    List<String> indices();

    /** The requests that it is for; null for all. */
    @Nullable Condition when();

    /** Allows it. */
    record Allow(
            @Key("what is allowed: read, write, manage, monitor, cluster")
            List<EndpointClass> classes,

            @Key(
                    value =
                            "indices, aliases and data streams, * for any characters; left out: all, and what concerns no index",
                    some = true)
            List<String> indices,

            @Key("who is allowed; left out: everybody") @Nullable Condition when)
            implements AuthorizeRule {
        public Allow {
            classes = List.copyOf(classes);
            indices = List.copyOf(indices);
            check(classes, indices);
        }
    }

    /** Denies it. */
    record Deny(
            @Key("what is denied: read, write, manage, monitor, cluster")
            List<EndpointClass> classes,

            @Key(
                    value =
                            "indices, aliases and data streams, * for any characters; left out: all, and what concerns no index",
                    some = true)
            List<String> indices,

            @Key("who is denied; left out: everybody") @Nullable Condition when)
            implements AuthorizeRule {
        public Deny {
            classes = List.copyOf(classes);
            indices = List.copyOf(indices);
            check(classes, indices);
        }
    }

    private static void check(List<EndpointClass> classes, List<String> indices) {
        if (classes.isEmpty()) {
            throw new IllegalArgumentException("a rule needs classes: read, write, manage, monitor or cluster");
        }
        if (!indices.isEmpty() && classes.contains(EndpointClass.CLUSTER)) {
            throw new IllegalArgumentException("the class cluster concerns no index; give it a rule without indices");
        }
        for (String index : indices) {
            if (index.isEmpty() || index.indexOf(',') >= 0 || index.startsWith("-") || index.startsWith("<")) {
                throw new IllegalArgumentException("not a name or a pattern of one index: '" + index + "'");
            }
        }
    }
}
