package io.sluice.filters.tenant.grammar;

/** What a string or a member's name refers to, if the gateway must know it. */
public enum Reference {
    /** One index, alias or data stream. */
    INDEX("index"),
    /** A list or pattern of indices. */
    INDICES("indices"),
    /** A value that is compared with index names. */
    INDEX_VALUE("value of _index"),
    /** A value that index names are to begin with. */
    INDEX_BEGINNING("beginning of _index"),
    /** The id of a document. */
    ID("id"),
    /** A member of a document or a field, which must not be the tenant field. */
    MARK("field"),
    /** The name of the field whose values become buckets. */
    BUCKET_FIELD("field"),
    /** The name of a member of a document. */
    MEMBER("member"),
    /** A name of the client's own, which the answer repeats. */
    REPEATED("at most 256 characters"),
    /** The type of a field. */
    FIELD_TYPE("field type"),
    /** A number that must not be 0. */
    POSITIVE("positive number"),
    /** The name of a field. */
    FIELD("field"),
    /** The same, relative to an object that has it, or in a document. */
    PART("part of a field's name"),
    /** The name of a field that is computed when it is read. It counts before a server's own, such as {@code _seq_no}. */
    COMPUTED_FIELD("field, not with `_` at its beginning"),
    /** The name of a field to which others are copied. */
    TARGET("field; not with `_` at its beginning in `nested`"),
    /** The search phase in which all shards failed. */
    PHASE("phase"),
    /** The name of a field by which hits are collapsed. */
    COLLAPSED_FIELD("field, not `_index`"),
    /** The path of nested objects of a sort, in the sort's own object. */
    ORDER_PATH("field"),
    /** How an order makes one value of several. */
    ORDER_MODE("copied; `median` is **denied** in `shared`"),
    /** The path of nested objects that the enclosing object searches. */
    NESTED_PATH("field"),
    /** The same for the object one level further out. */
    OUTER_NESTED_PATH("field"),
    /** The path of nested objects that the object one level further out leads back to. */
    PATH_BACK("field"),
    /** The name of a field whose existence is queried. */
    ANY_FIELD("field"),
    /** The name of a field whose capabilities are queried. */
    CAPABLE_FIELD("field"),
    /** A list or pattern of one tenant's indices or aliases, which does not affect the rest of the request. */
    OWN_INDICES("indices"),
    /** A query in Lucene's syntax, which may name fields. */
    QUERY_TEXT("query text"),
    /** A query in a simpler syntax, which names no fields. */
    SIMPLE_TEXT("query text"),
    /** A word that is looked for. */
    WORD("word"),
    /** A word that stands for others like it. */
    FUZZY_WORD("fuzzy word"),
    /** A text that all suggestions of a search share. */
    SHARED_TEXT("fuzzy word"),
    /** The name of a suggestion. */
    SUGGESTION("suggestion"),
    /** How many hits a search shows, or whether it explains their scores. */
    HITS("copied; `explain` goes with a `size` of at most 100"),
    /** A word with wildcards. */
    PATTERN("at most 20 wildcards"),
    /** A text whose words are looked for, and stand for others where {@link #SPREADS} says so. */
    MATCHED("text"),
    /** How words stand for others. */
    SPREADS("how words are spread"),
    /** A regular expression of Lucene. */
    EXPRESSION("regular expression"),
    /** The text of a query that must not contain fuzzy terms. */
    EXACT_TEXT("query text without `~`"),
    /** The {@code flags} that enable syntax of {@code simple_query_string} in such a text. */
    SYNTAX("operators"),
    /** A text whose last word may be a prefix. */
    PREFIX_TEXT("text"),
    /** How many terms a prefix may expand to. */
    EXPANSIONS("set to all"),
    /** How terms are counted. */
    EXECUTION_HINT("`map` in place of `global_ordinals`"),
    /** Up to how many hits are counted. */
    TOTAL("all are counted"),
    /** Leads to the buckets of another aggregation. */
    BUCKETS_PATH("path of buckets"),
    /** Selects buckets of a field by their keys. */
    BUCKET_CHOICE("value, not of `_index`"),
    /** The boost of a query. */
    BOOST("number"),
    /** Chooses shard copies. */
    PREFERENCE("not by nodes"),
    /** The id of a scroll. */
    SCROLL("scroll id"),
    /** The id of a point in time. */
    POINT_IN_TIME("point-in-time id"),
    /** An index; left out if it is not the tenant's. */
    INDEX_OR_NOTHING("index"),
    /** The key of a bucket, which may be an index. */
    BUCKET("bucket"),
    /** A number that reveals other tenants' documents; replaced by 0. */
    NUMBER_OF_OTHERS("number"),
    /** A node of the cluster; replaced by the only one that clients are told of. */
    NODE("node"),
    /** A number of active shards. */
    ACTIVE_SHARDS("number"),
    /** A number of inactive shards. */
    IDLE_SHARDS("number"),
    /** The percentage of active shards among the shards counted before. */
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
