package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonNames;

/**
 * What a value of a search's body is, as far as that decides whether a member that is called as what names indices is a field, an order, a
 * comment or a name of the client's. Only those count whose whole path from the root is known here: anywhere else a query may look up
 * documents of another index.
 */
enum FieldPlace {
    /** The body. */
    SEARCH,
    /** An object or a list of objects whose members are fields. */
    FIELDS,
    /** An object in a list of those. */
    FIELDS_OF_ELEMENT,
    /** A field, or what is said of one. */
    FIELD,
    /** Within what is no part of the search. */
    FOREIGN,
    /** An object whose member is a query by its type. */
    QUERY,
    BOOL,
    /** A clause of a {@code bool}: a query or a list of queries. */
    CLAUSE,
    CONSTANT_SCORE,
    /** A query whose only member is a field, which may have its value right there. */
    OF_A_FIELD,
    TERMS,
    /** The values of {@code terms}; with an object in their place it is a lookup. */
    VALUES,
    PERCOLATE,
    /** Whole documents. */
    DOCUMENTS,
    /** Aggregations by their names. */
    AGGREGATIONS,
    AGGREGATION,
    /** The inside of an aggregation's type. */
    AGGREGATION_TYPE,
    /** Suggestions by their names. */
    SUGGESTIONS,
    SUGGESTION,
    /** Anything else. */
    UNKNOWN;

    private static final JsonNames QUERIES = JsonNames.of("query", "post_filter");
    private static final JsonNames AGGREGATION_LEVELS = JsonNames.of("aggs", "aggregations");
    private static final JsonNames CLAUSES = JsonNames.of("must", "filter", "should", "must_not");
    private static final JsonNames WHOLE_DOCUMENTS = JsonNames.of("document", "documents");
    private static final JsonNames FIELD_QUERIES = JsonNames.of(
            "term",
            "match",
            "match_phrase",
            "match_phrase_prefix",
            "match_bool_prefix",
            "prefix",
            "wildcard",
            "regexp",
            "fuzzy");
    /** Members of aggregations whose own members are fields or other aggregations. */
    private static final JsonNames ORDERS = JsonNames.of("order", "sort", "after", "buckets_path");

    /** Whether it is a field, or lies where no server looks for another index. */
    boolean isField() {
        return this == FIELD || this == FOREIGN;
    }

    /** Whether its name is the client's: a field, or an aggregation or a suggestion of the search. */
    boolean isClientsWord() {
        return isField() || this == AGGREGATION || this == SUGGESTION;
    }

    /**
     * What a value is that stands right within this one.
     *
     * @param element whether it is an element of a list, which has no name
     */
    FieldPlace within(JsonCursor at, boolean element) {
        return switch (this) {
            case FOREIGN, DOCUMENTS -> FOREIGN;
            case CLAUSE -> element ? QUERY : ofQuery(at);
            case FIELDS -> element ? FIELDS_OF_ELEMENT : FIELD;
            case VALUES -> element ? FIELD : UNKNOWN;
            case SUGGESTIONS -> SUGGESTION;
            default -> element ? UNKNOWN : named(at);
        };
    }

    private FieldPlace named(JsonCursor at) {
        return switch (this) {
            case SEARCH -> ofSearch(at);
            case QUERY -> ofQuery(at);
            case BOOL -> at.nameIn(CLAUSES) >= 0 ? CLAUSE : UNKNOWN;
            case CONSTANT_SCORE -> at.nameIs("filter") ? QUERY : UNKNOWN;
            case TERMS -> VALUES;
            case PERCOLATE -> at.nameIn(WHOLE_DOCUMENTS) >= 0 ? DOCUMENTS : UNKNOWN;
            case FIELDS_OF_ELEMENT, OF_A_FIELD -> FIELD;
            case AGGREGATIONS -> AGGREGATION;
            case AGGREGATION -> ofAggregation(at);
            case AGGREGATION_TYPE -> at.nameIn(ORDERS) >= 0 ? FIELDS : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private static FieldPlace ofSearch(JsonCursor at) {
        if (at.nameIn(QUERIES) >= 0) {
            return QUERY;
        }
        if (at.nameIn(AGGREGATION_LEVELS) >= 0) {
            return AGGREGATIONS;
        }
        if (at.nameIs("sort")) {
            return FIELDS;
        }
        return at.nameIs("suggest") ? SUGGESTIONS : UNKNOWN;
    }

    private static FieldPlace ofQuery(JsonCursor at) {
        if (at.nameIn(FIELD_QUERIES) >= 0) {
            return OF_A_FIELD;
        }
        if (at.nameIs("bool")) {
            return BOOL;
        }
        if (at.nameIs("constant_score")) {
            return CONSTANT_SCORE;
        }
        if (at.nameIs("terms")) {
            return TERMS;
        }
        return at.nameIs("percolate") ? PERCOLATE : UNKNOWN;
    }

    private static FieldPlace ofAggregation(JsonCursor at) {
        if (at.nameIn(AGGREGATION_LEVELS) >= 0) {
            return AGGREGATIONS;
        }
        if (at.nameIs("filter")) {
            return QUERY;
        }
        return at.nameIs("meta") ? FOREIGN : AGGREGATION_TYPE;
    }
}
