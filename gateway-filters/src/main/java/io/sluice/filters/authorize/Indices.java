package io.sluice.filters.authorize;

import io.sluice.filters.authorize.ClusterNames.Expansion;
import io.sluice.filters.search.NamePatterns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An expression of indices as servers read it: names, wildcards, and exclusions behind a wildcard. Immutable. */
final class Indices {

    private static final String ALL = "*";

    /** Characters of names that stand for indices which are not known here. */
    private static final String UNREAD = "<:";

    private static final char ASCII = 0x7F;
    /** With what no name begins. */
    private static final String SIGNS = "+-";

    private static final int MOST_WILDCARDS = 50;
    private static final int FEW_WILDCARDS = 5;
    /** Each wildcard is compared with all names of the cluster, on the threads that serve everybody: at most some 0.4 us each. */
    private static final int MOST_COMPARISONS = 100_000;

    private static final Outcome ALLOWED = new Outcome.Allowed();

    private final List<String> parts;
    /** Whether {@code _all} stands beside others, which servers refuse. */
    private final boolean malformed;

    private Indices(List<String> parts, boolean malformed) {
        this.parts = parts;
        this.malformed = malformed;
    }

    /** Reads a list; null, and one without a name, means all. */
    static Indices of(@Nullable String list) {
        List<String> parts = new ArrayList<>();
        boolean all = false;
        for (String part : (list == null ? "" : list).split(",")) {
            if (!part.isEmpty()) {
                all |= part.equals("_all");
                parts.add(part.equals("_all") ? ALL : part);
            }
        }
        return new Indices(parts.isEmpty() ? List.of(ALL) : List.copyOf(parts), all && parts.size() > 1);
    }

    /** What became of an expression. */
    sealed interface Outcome {
        /** All of it is allowed. */
        record Allowed() implements Outcome {}

        /** These names of it are allowed, at least one. */
        record Narrowed(List<String> names) implements Outcome {}

        /** It has more wildcards and exclusions than are looked up. */
        record TooMany() implements Outcome {}

        /**
         * It is not allowed.
         *
         * @param name the part that is not
         */
        record Refused(Judge.Decision decision, EndpointClass kind, String name) implements Outcome {}
    }

    /** Decides about it without looking what a wildcard stands for. */
    Outcome judged(Judge judge, Set<EndpointClass> kinds) {
        boolean wildcard = false;
        Set<String> decided = new HashSet<>();
        for (String part : parts) {
            boolean exclusion = wildcard && part.startsWith("-");
            wildcard |= isWildcard(part);
            if (!exclusion && !decided.add(part)) {
                continue;
            }
            for (EndpointClass kind : kinds) {
                Judge.Decision decision = exclusion ? null : decide(judge, kind, part);
                if (decision != null && !decision.isAllowed()) {
                    return new Outcome.Refused(decision, kind, part);
                }
            }
        }
        return ALLOWED;
    }

    /** Whether something may be allowed by one of these as a name of its own, whatever that stands for now. */
    boolean mayAllow(Judge judge, EndpointClass kind) {
        return parts.stream()
                .anyMatch(
                        part -> isUnread(part) || isWildcard(part) ? judge.mayAllow(kind) : judge.mayAllow(kind, part));
    }

    private static Judge.Decision decide(Judge judge, EndpointClass kind, String part) {
        if (isUnread(part)) {
            return judge.ofAny(kind);
        }
        return isWildcard(part) ? judge.ofWildcard(kind, part) : judge.ofName(kind, part);
    }

    /** Decides about it; wildcards that are not allowed as they are stand for those names that are. */
    Outcome narrowed(Judge judge, Set<EndpointClass> kinds, Expansion expansion) {
        Outcome whole = judged(judge, kinds);
        ClusterNames known = judge.names();
        // Of names that are never read, nobody knows which a wildcard stands for.
        if (!(whole instanceof Outcome.Refused refused)
                || malformed
                || known == ClusterNames.NONE
                || refused.decision().verdict() == Judge.Verdict.UNKNOWN
                || expansion.isNone()) {
            return whole;
        }
        List<String> different = withoutRepetitions();
        if (areTooMany(different, known)) {
            return new Outcome.TooMany();
        }
        Map<String, Boolean> allowed = new HashMap<>();
        Predicate<String> isAllowed = name -> allowed.computeIfAbsent(name, it -> isAllowed(judge, kinds, it));
        boolean wildcard = false;
        ChosenNames names = new ChosenNames(
                known == null ? ClusterNames.NONE : known, expansion, !kinds.contains(EndpointClass.MANAGE));
        for (String part : different) {
            if (wildcard && part.startsWith("-")) {
                String excluded = part.substring(1);
                if (!excluded.isEmpty() && isUnread(excluded)) {
                    return new Outcome.Refused(refused.decision(), refused.kind(), part);
                }
                if (isWildcard(excluded) && known != null && known.mayLack(excluded)) {
                    return new Outcome.Refused(Judge.Decision.unknown(), refused.kind(), part);
                }
                names.exclude(excluded);
            } else if (isWildcard(part) && !isUnread(part)) {
                wildcard = true;
                if (known == null) {
                    return new Outcome.Refused(Judge.Decision.unknown(), refused.kind(), part);
                }
                List<String> matching =
                        parts.size() == 1 && part.equals(ALL) ? names.matchingAll() : names.matching(part);
                matching.stream().filter(isAllowed).forEach(names::find);
            } else if (isAllowed.test(part)) {
                names.give(part);
            } else {
                return denied(judge, kinds, part, refused);
            }
        }
        List<String> chosen = names.list();
        if (chosen.isEmpty()) {
            judge.missName();
            return refused;
        }
        return new Outcome.Narrowed(chosen);
    }

    private static Outcome.Refused denied(
            Judge judge, Set<EndpointClass> kinds, String part, Outcome.Refused otherwise) {
        for (EndpointClass kind : kinds) {
            Judge.Decision decision = decide(judge, kind, part);
            if (!decision.isAllowed()) {
                return new Outcome.Refused(decision, kind, part);
            }
        }
        return otherwise;
    }

    /** The parts but for those that add nothing: names that stand there since the last exclusion, and exclusions since the last name. */
    private List<String> withoutRepetitions() {
        List<String> different = new ArrayList<>();
        Set<String> named = new HashSet<>();
        Set<String> excluded = new HashSet<>();
        for (String part : parts) {
            boolean exclusion = part.startsWith("-");
            if ((exclusion ? excluded : named).add(part)) {
                different.add(part);
                (exclusion ? named : excluded).clear();
            }
        }
        return different;
    }

    private static boolean areTooMany(List<String> parts, @Nullable ClusterNames known) {
        long patterns = parts.stream().filter(Indices::isPattern).count();
        return patterns > MOST_WILDCARDS
                || patterns > FEW_WILDCARDS && known != null && patterns * known.comparisons() > MOST_COMPARISONS;
    }

    private static boolean isPattern(String part) {
        return isWildcard(part) || part.startsWith("-");
    }

    private static boolean isAllowed(Judge judge, Set<EndpointClass> kinds, String part) {
        return kinds.stream().allMatch(kind -> decide(judge, kind, part).isAllowed());
    }

    // Date mathematics, indices of other clusters, components of data streams. And what no index can be called: a
    // server tries to make one of half a surrogate pair, cannot store it, and tries again.
    private static boolean isUnread(String part) {
        if (SIGNS.indexOf(part.charAt(0)) >= 0) {
            return true;
        }
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (UNREAD.indexOf(c) >= 0 || c > ASCII && NamePatterns.isHalfPair(part, i)) {
                return true;
            }
        }
        return false;
    }

    static boolean isWildcard(String part) {
        return part.indexOf('*') >= 0;
    }

    /** Whether it has wildcards only. */
    boolean isOnlyWildcards() {
        return parts.stream().allMatch(Indices::isPattern);
    }
}
