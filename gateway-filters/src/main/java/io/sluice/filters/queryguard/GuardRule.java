package io.sluice.filters.queryguard;

import io.sluice.api.Key;
import io.sluice.filters.match.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One limit of searches, for the requests that a condition means. */
public sealed interface GuardRule {

    /** What becomes of a request that the rule does not allow. */
    Action action();

    /** The requests that the rule is for; null for all. */
    @Nullable Condition when();

    /** Patterns that begin with a wildcard. */
    record LeadingWildcards(
            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public LeadingWildcards {
            check(Kind.LEADING_WILDCARDS, action, 0);
        }
    }

    /** Regular expressions. */
    record Regexps(
            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Regexps {
            check(Kind.REGEXPS, action, 0);
        }
    }

    /** Fuzzy queries. */
    record Fuzzy(
            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Fuzzy {
            check(Kind.FUZZY, action, 0);
        }
    }

    /** Short prefixes. */
    record Prefixes(
            @Key("the least number of characters that a prefix has, or a pattern before its first wildcard")
            int min,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Prefixes {
            check(Kind.PREFIXES, action, min - 1L);
        }
    }

    /** Scripts. */
    record Scripts(
            @Key("ids of stored scripts that may be used") List<String> stored,
            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Scripts {
            stored = List.copyOf(stored);
            check(Kind.SCRIPTS, action, 0);
        }
    }

    /** Queries and aggregations that cost too much whatever they ask for. */
    record Types(
            @Key("types of queries that may not be used, as they stand in a search: script_score")
            List<String> queries,

            @Key("types of aggregations that may not be used, sources of a composite included")
            List<String> aggregations,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Types {
            queries = List.copyOf(queries);
            aggregations = List.copyOf(aggregations);
            check(Kind.TYPES, action, 0);
            if (queries.isEmpty() && aggregations.isEmpty()) {
                throw new IllegalArgumentException("types needs a list of queries or of aggregations");
            }
        }
    }

    /** Values with which one small search ends or stalls a node. */
    record Amounts(
            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Amounts {
            check(Kind.AMOUNTS, action, 0);
        }
    }

    /** Hits of one page. */
    record Size(
            @Key("the most hits of one search, or of one list of inner or top hits")
            int max,

            @Key(value = "deny, cap or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Size {
            check(Kind.SIZE, action, max);
        }
    }

    /** The depth of pages. */
    record Window(
            @Key("the most that from and size may come to") int max,
            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Window {
            check(Kind.WINDOW, action, max);
        }
    }

    /** How long scrolls, points in time and results of asynchronous searches are kept. */
    record KeepAlive(
            @Key("the longest time that a scroll, a point in time or an asynchronous search is kept open")
            Duration max,

            @Key(value = "deny, cap or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public KeepAlive {
            check(Kind.KEEP_ALIVE, action, max.toMillis() - 1);
        }
    }

    /** How long a search may take. */
    record Timeout(
            @Key("the longest timeout of a search; a search without one gets it, unless the action is log")
            Duration max,

            @Key(value = "cap, deny or log", def = "cap") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Timeout {
            check(Kind.TIMEOUT, action, max.toMillis() - 1);
        }
    }

    /** The buckets of one aggregation. */
    record Buckets(
            @Key("the most buckets that one aggregation may ask for, its shard_size included")
            int max,

            @Key(value = "deny, cap or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Buckets {
            check(Kind.BUCKETS, action, max - 1L);
        }
    }

    /** The number of aggregations. */
    record Aggregations(
            @Key("the most aggregations of one search, nested ones included")
            int max,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Aggregations {
            check(Kind.AGGREGATIONS, action, max);
        }
    }

    /** How deep aggregations are nested. */
    record AggregationDepth(
            @Key("the most levels of aggregations, of which 1 is that of the search")
            int max,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public AggregationDepth {
            check(Kind.AGGREGATION_DEPTH, action, max);
        }
    }

    /** Long lists of values. */
    record Terms(
            @Key("the most values of one terms, terms_set or ids query")
            int max,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Terms {
            check(Kind.TERMS, action, max);
        }
    }

    /** The number of queries. */
    record Clauses(
            @Key("the most queries of one search, compound ones, nested ones and terms of query strings included")
            int max,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Clauses {
            check(Kind.CLAUSES, action, max);
        }
    }

    /** How deep queries are nested. */
    record QueryDepth(
            @Key("the most levels of queries, of which 1 is a query without others inside")
            int max,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public QueryDepth {
            check(Kind.QUERY_DEPTH, action, max);
        }
    }

    /** The indices that are searched. */
    record Indices(
            @Key(value = "the most names and wildcards in the list of indices", def = "1000")
            int max,

            @Key(value = "whether wildcards may be used", def = "true")
            boolean wildcards,

            @Key(value = "whether all indices may be searched: without a name, by _all or by *", def = "true")
            boolean all,

            @Key(value = "deny or log", def = "deny") Action action,

            @Key("which requests the rule is for; left out: all") @Nullable Condition when)
            implements GuardRule {
        public Indices {
            check(Kind.INDICES, action, max - 1L);
        }
    }

    /** What the rule limits. */
    default Kind kind() {
        return switch (this) {
            case LeadingWildcards unused -> Kind.LEADING_WILDCARDS;
            case Regexps unused -> Kind.REGEXPS;
            case Fuzzy unused -> Kind.FUZZY;
            case Prefixes unused -> Kind.PREFIXES;
            case Scripts unused -> Kind.SCRIPTS;
            case Types unused -> Kind.TYPES;
            case Amounts unused -> Kind.AMOUNTS;
            case Size unused -> Kind.SIZE;
            case Window unused -> Kind.WINDOW;
            case KeepAlive unused -> Kind.KEEP_ALIVE;
            case Timeout unused -> Kind.TIMEOUT;
            case Buckets unused -> Kind.BUCKETS;
            case Aggregations unused -> Kind.AGGREGATIONS;
            case AggregationDepth unused -> Kind.AGGREGATION_DEPTH;
            case Terms unused -> Kind.TERMS;
            case Clauses unused -> Kind.CLAUSES;
            case QueryDepth unused -> Kind.QUERY_DEPTH;
            case Indices unused -> Kind.INDICES;
        };
    }

    /** The number that the rule allows, times in milliseconds; 0 where it allows nothing of the kind. */
    default long limit() {
        return switch (this) {
            case LeadingWildcards unused -> 0;
            case Regexps unused -> 0;
            case Fuzzy unused -> 0;
            case Scripts unused -> 0;
            case Types unused -> 0;
            case Amounts unused -> 0;
            case Prefixes rule -> rule.min;
            case Size rule -> rule.max;
            case Window rule -> rule.max;
            case KeepAlive rule -> rule.max.toMillis();
            case Timeout rule -> rule.max.toMillis();
            case Buckets rule -> rule.max;
            case Aggregations rule -> rule.max;
            case AggregationDepth rule -> rule.max;
            case Terms rule -> rule.max;
            case Clauses rule -> rule.max;
            case QueryDepth rule -> rule.max;
            case Indices rule -> rule.max;
        };
    }

    /** Whether a value breaks the rule. */
    default boolean isBrokenBy(long value) {
        return kind().isLeast() ? value < limit() : value > limit();
    }

    /** The stored scripts that may be used. */
    default Set<String> allowedScripts() {
        return this instanceof Scripts scripts ? Set.copyOf(scripts.stored) : Set.of();
    }

    private static void check(Kind kind, Action action, long atLeastZero) {
        if (action == Action.CAP && !kind.mayBeCapped()) {
            throw new IllegalArgumentException(kind.label() + " can be denied or logged, not capped");
        }
        if (atLeastZero < 0) {
            throw new IllegalArgumentException("the limit of " + kind.label() + " is too small");
        }
    }
}
