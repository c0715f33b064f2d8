package io.sluice.filters.tenant.grammar;

/** What a string or a member's name refers to, where the gateway has to know it. */
public enum Reference {
    /** One index, alias or data stream. */
    INDEX("index"),
    /** A list or pattern of indices. */
    INDICES("indices"),
    /** What is compared with the names of indices. */
    INDEX_VALUE("value of _index"),
    /** The id of a document. */
    ID("id"),
    /** A name in a document or of a field, which must not be that of the tenants' own. */
    MARK("field"),
    /** The name of the field whose values become buckets. */
    BUCKET_FIELD("field"),
    /** The name of a member of a document. */
    MEMBER("member"),
    /** The type of a field. */
    FIELD_TYPE("field type"),
    /** A number that must not be 0. */
    POSITIVE("positive number"),
    /** The name of a field. */
    FIELD("field"),
    /** In which round of a search all shards have failed. */
    PHASE("phase"),
    /** The path of the nested objects by which hits are ordered, in the object that says how. */
    ORDER_PATH("field"),
    /** The path of the nested objects among which the object that has it looks. */
    NESTED_PATH("field"),
    /** The same for the object around the one that has it. */
    OUTER_NESTED_PATH("field"),
    /** The path of the nested objects back to which the object leads that is around the one that has it. */
    PATH_BACK("field"),
    /** The name of a field that is only asked for its being there. */
    ANY_FIELD("field"),
    /** The name of a field that is only asked for what it can do. */
    CAPABLE_FIELD("field"),
    /** A list or pattern of the indices or aliases of one tenant, which says nothing of the rest of the request. */
    OWN_INDICES("indices"),
    /** A query in Lucene's syntax, in which fields may be named. */
    QUERY_TEXT("query text"),
    /** The text of a query in which no fuzzy terms may stand. */
    EXACT_TEXT("query text without `~`"),
    /** What of the syntax of {@code simple_query_string} counts in such a text. */
    SYNTAX("operators"),
    /** A text whose last word may be the beginning of one. */
    PREFIX_TEXT("text"),
    /** How many terms a prefix may stand for. */
    EXPANSIONS("set to all"),
    /** Up to how many hits are counted. */
    TOTAL("at least 1 is counted"),
    /** After how many hits a search ends. */
    EARLY_END("each hit is looked at"),
    /** The name of the field whose distinct values are counted. */
    DISTINCT_FIELD("field, not beside `terminate_after`"),
    /** Which buckets of a field there are to be, by their keys. */
    BUCKET_CHOICE("value, not of `_index`"),
    /** How much a query counts. */
    BOOST("number"),
    /** Which copies of shards are asked. */
    PREFERENCE("not by nodes"),
    /** The id of a scroll. */
    SCROLL("scroll id"),
    /** The id of a point in time. */
    POINT_IN_TIME("point-in-time id"),
    /** An index; left out where it is none of the tenant's. */
    INDEX_OR_NOTHING("index"),
    /** The key of a bucket, which may be an index. */
    BUCKET("bucket"),
    /** A number that tells of others' documents; 0 stands in its place. */
    NUMBER_OF_OTHERS("number"),
    /** A number of shards that are at work. */
    ACTIVE_SHARDS("number"),
    /** A number of shards that are not. */
    IDLE_SHARDS("number"),
    /** How many of all shards are at work, of the shards that were counted before. */
    ACTIVE_SHARE("number"),
    /** A text for people that may name indices. */
    TEXT("text");

    private final String label;

    Reference(String label) {
        this.label = label;
    }

    /** For documentation. */
    public String label() {
        return label;
    }
}
