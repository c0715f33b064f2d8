package io.sluice.filters.authorize;

import io.sluice.api.Exchange;
import io.sluice.api.RequestHead;
import io.sluice.filters.match.Glob;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides by the rules that are for one request, and by what names stand for, as far as that is known at the moment. Immutable. */
final class Judge {

    private final List<Numbered> rules;
    private final Supplier<@Nullable RuledNames> names;
    private final Runnable missed;
    private final Supplier<@Nullable CompletableFuture<Void>> fresh;

    /** A rule and its position in the configuration. */
    record Numbered(int position, AuthorizeRule rule) {
        boolean isFor(RequestHead head, Exchange exchange) {
            return rule.when() == null || rule.when().matches(head, exchange);
        }

        boolean allows() {
            return rule instanceof AuthorizeRule.Allow;
        }

        private boolean isAbout(EndpointClass kind) {
            return rule.classes().contains(kind);
        }

        boolean names(String name) {
            for (String pattern : rule.indices()) {
                if (Glob.matches(pattern, name)) {
                    return true;
                }
            }
            return rule.indices().isEmpty();
        }
    }

    /** What was decided. */
    enum Verdict {
        ALLOWED,
        DENIED,
        /** It depends on names that were not read yet. */
        UNKNOWN
    }

    /**
     * The decision and its reason.
     *
     * @param rule the position of the rule that denies; -1 if none is about it
     */
    record Decision(Verdict verdict, int rule) {
        private static final Decision ALLOWED = new Decision(Verdict.ALLOWED, -1);
        private static final Decision UNKNOWN = new Decision(Verdict.UNKNOWN, -1);
        private static final Decision BY_NO_RULE = new Decision(Verdict.DENIED, -1);

        /** It depends on names that were not read yet. */
        static Decision unknown() {
            return UNKNOWN;
        }

        private static Decision by(Numbered rule) {
            return rule.allows() ? ALLOWED : new Decision(Verdict.DENIED, rule.position);
        }

        boolean isAllowed() {
            return verdict == Verdict.ALLOWED;
        }
    }

    /**
     * Makes a judge of one request.
     *
     * @param rules whose conditions hold
     * @param names of the clusters, as they were read last; gives null while they are not known
     * @param missed run where none of these names is what was asked for
     * @param fresh what to wait for where names must have been read just now; gives null if they have
     */
    Judge(
            List<Numbered> rules,
            Supplier<@Nullable RuledNames> names,
            Runnable missed,
            Supplier<@Nullable CompletableFuture<Void>> fresh) {
        this.rules = rules;
        this.names = names;
        this.missed = missed;
        this.fresh = fresh;
    }

    /** Whether anything is allowed. */
    boolean allowsSome() {
        return rules.stream().anyMatch(Numbered::allows);
    }

    /** Decides about what concerns no index. */
    Decision ofNone(EndpointClass kind) {
        for (Numbered rule : rules) {
            if (rule.isAbout(kind) && rule.rule().indices().isEmpty()) {
                return Decision.by(rule);
            }
        }
        return Decision.BY_NO_RULE;
    }

    /** Decides about indices of which it is not known which they are: only a rule for all allows them, and no rule before it denies some. */
    Decision ofAny(EndpointClass kind) {
        return ofWildcard(kind, "*");
    }

    /**
     * Decides about a wildcard by the rules alone. What it allows holds for all names that fit, whatever they stand for.
     */
    Decision ofWildcard(EndpointClass kind, String wildcard) {
        for (Numbered rule : rules) {
            boolean about = rule.isAbout(kind) && (!rule.allows() || rule.names(wildcard));
            if (about) {
                return Decision.by(rule);
            }
        }
        return Decision.BY_NO_RULE;
    }

    /**
     * Decides about a name, and about each index that it stands for: a rule is about it if it names either, or the data stream of the
     * index. Where the name may be an alias that was not read, the rules decide only as far as that makes no difference.
     */
    Decision ofName(EndpointClass kind, String name) {
        RuledNames known = names.get();
        if (known == null || known.names().mayLack(name)) {
            return ofUnreadName(kind, name);
        }
        List<BitSet> ofIndices = known.of(name);
        if (ofIndices == null) {
            return decide(kind, rule -> rule.names(name));
        }
        for (BitSet positions : ofIndices) {
            Decision decision = decide(kind, rule -> positions.get(rule.position));
            if (!decision.isAllowed()) {
                return decision;
            }
        }
        return Decision.ALLOWED;
    }

    /**
     * Whether what a request gives this name to may be reached by it: by what the name stands for now, or by itself where it is not known yet, as
     * at another gateway.
     */
    boolean mayAllow(EndpointClass kind, String name) {
        return ofName(kind, name).verdict() != Verdict.DENIED
                || decide(kind, rule -> rule.names(name)).isAllowed();
    }

    /** Whether some names are allowed. */
    boolean mayAllow(EndpointClass kind) {
        return rules.stream().anyMatch(rule -> rule.isAbout(kind) && rule.allows());
    }

    // Names that are not read yet could deny it only by a rule that denies some indices, and allow it by one that
    // allows some.
    private Decision ofUnreadName(EndpointClass kind, String name) {
        for (Numbered rule : rules) {
            if (rule.isAbout(kind) && rule.names(name)) {
                return Decision.by(rule);
            }
            if (rule.isAbout(kind) && !rule.allows()) {
                return Decision.UNKNOWN;
            }
        }
        return rules.stream().anyMatch(rule -> rule.isAbout(kind)) ? Decision.UNKNOWN : Decision.BY_NO_RULE;
    }

    private Decision decide(EndpointClass kind, Predicate<Numbered> isAboutName) {
        for (Numbered rule : rules) {
            if (rule.isAbout(kind) && isAboutName.test(rule)) {
                return Decision.by(rule);
            }
        }
        return Decision.BY_NO_RULE;
    }

    /** The names of the clusters, which may be others at the next call; null if they are not known. */
    @Nullable ClusterNames names() {
        RuledNames known = names.get();
        return known == null ? null : known.names();
    }

    /** Says that none of the names is what was asked for, though one that is may have come since they were read. */
    void missName() {
        missed.run();
    }

    /** What to wait for where names must have been read just now; null if they have. */
    @Nullable CompletableFuture<Void> fresh() {
        return fresh.get();
    }
}
