package io.sluice.filters.queryguard;

import java.util.Set;

/** What rules limit. The label is the rule's key in the configuration, its tag in metrics, and its name in errors. */
enum Kind {
    LEADING_WILDCARDS("leadingWildcards", "a pattern that begins with a wildcard"),
    REGEXPS("regexps", "a regular expression"),
    FUZZY("fuzzy", "a fuzzy query"),
    PREFIXES("prefixes", "characters before the first wildcard or the end of a prefix"),
    SCRIPTS("scripts", "a script"),
    TYPES("types", "this type"),
    AMOUNTS("amounts", "this value"),
    SIZE("size", "hits"),
    WINDOW("window", "hits from the first one to the end of the page"),
    KEEP_ALIVE("keepAlive", "milliseconds of keep-alive"),
    TIMEOUT("timeout", "milliseconds of timeout"),
    BUCKETS("buckets", "buckets"),
    AGGREGATIONS("aggregations", "aggregations"),
    AGGREGATION_DEPTH("aggregationDepth", "levels of aggregations"),
    TERMS("terms", "values in one list"),
    CLAUSES("clauses", "queries in one search"),
    QUERY_DEPTH("queryDepth", "levels of queries"),
    INDICES("indices", "index expressions");

    /** What the words of a query in KQL can break: it has no regular expressions, fuzzy words or scripts. */
    static final Set<Kind> OF_KQL = Set.of(LEADING_WILDCARDS, PREFIXES, TYPES, AMOUNTS, CLAUSES, QUERY_DEPTH);

    private final String label;
    private final String noun;

    Kind(String label, String noun) {
        this.label = label;
        this.noun = noun;
    }

    String label() {
        return label;
    }

    /** What is counted, or what is not allowed at all. */
    String noun() {
        return noun;
    }

    /** Whether a rule forbids something instead of limiting its number. */
    boolean isForbidding() {
        return switch (this) {
            case LEADING_WILDCARDS, REGEXPS, FUZZY, SCRIPTS, TYPES, AMOUNTS -> true;
            default -> false;
        };
    }

    /** Whether the limit is a least value. */
    boolean isLeast() {
        return this == PREFIXES;
    }

    /** Whether a value above the limit can be changed to the limit. */
    boolean mayBeCapped() {
        return switch (this) {
            case SIZE, KEEP_ALIVE, TIMEOUT, BUCKETS -> true;
            default -> false;
        };
    }

    /** Whether a body can break the rule. */
    boolean isOfBodies() {
        return this != INDICES;
    }
}
