package io.sluice.filters.tenant.grammar;

/** What an object is as a whole, so that something is put around it or taken off. */
public enum Frame {
    /** A query, to be completed with a filter. */
    QUERY,
    /** A filter that says among which documents neighbours are looked for, to be completed with another. */
    NEIGHBOURS,
    /** A query that finds words, whose score must not say how many documents of others have them. */
    WORDS,
    /** A query that compares with bounds, which servers leave out where no document of a shard, whosever it is, lies within them. */
    BOUNDS,
    /** Such a query whose score counts. Servers may take it for one that finds words. */
    SCORED_BOUNDS,
    /** A document of a request. */
    DOCUMENT,
    /** The mapping of an index, of a request. */
    MAPPING,
    /** A document of an answer. */
    SOURCE,
    /** The mapping of an index, of an answer. */
    SHOWN_MAPPING,
    /** The fields of a mapping, of an answer. */
    SHOWN_PROPERTIES;

    /** Whether several may stand there in a list, which is then taken as a whole. */
    boolean mayBeList() {
        return this == NEIGHBOURS;
    }
}
