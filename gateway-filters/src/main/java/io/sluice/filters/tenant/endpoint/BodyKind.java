package io.sluice.filters.tenant.endpoint;

import io.sluice.filters.tenant.handle.HandleKind;
import org.jspecify.annotations.Nullable;

/** What the body of a request is. */
public enum BodyKind {
    /** There is none; one that comes is refused. */
    NONE,
    /** A document. */
    DOCUMENT,
    /** Actions and documents. */
    BULK,
    /** A search. */
    SEARCH,
    /** A search that names no index in its path: of all indices, or of a point in time. */
    SEARCH_ANYWHERE,
    /** Headers and searches. */
    MSEARCH,
    /** Documents to get. */
    MGET,
    /** A query. */
    QUERY,
    /** A query whose score for one document is to be explained. */
    EXPLAINED_QUERY,
    /** A query to look at, which brings no documents. */
    VALIDATED_QUERY,
    /** Fields to describe. */
    FIELD_CAPS,
    /** Documents to delete. */
    DELETE_BY_QUERY,
    /** Documents to update. */
    UPDATE_BY_QUERY,
    /** A change of a document. */
    UPDATE,
    /** The id of a scroll. */
    SCROLL,
    /** The id of a point in time. */
    POINT_IN_TIME,
    /** Settings and mappings of a new index. */
    NEW_INDEX,
    /** Mappings to add. */
    MAPPING,
    /** Settings to change. */
    SETTINGS,
    /** What an alias is. */
    ALIAS,
    /** Changes of aliases. */
    ALIASES,
    /** What an index is to be that is made of another. */
    COPIED_INDEX,
    /** When an alias goes on in a new index. */
    ROLLOVER,
    /** Documents to copy. */
    REINDEX,
    /** A text, and how it is to be analysed. */
    ANALYSIS,
    /** Of what the terms are asked. */
    TERM_VECTORS,
    /** Documents of which the terms are asked. */
    SEVERAL_TERM_VECTORS;

    /** Whether the path need not name the indices, since something in the body does. */
    public boolean mayNameIndices() {
        return switch (this) {
            case BULK, MSEARCH, SEARCH_ANYWHERE, SCROLL, POINT_IN_TIME -> true;
            default -> false;
        };
    }

    /** Whether every server refuses such a body as a whole, and changes nothing, for a name that it does not know. */
    public boolean isParsedStrictly() {
        return switch (this) {
            case SEARCH, SEARCH_ANYWHERE, MSEARCH, QUERY, VALIDATED_QUERY, EXPLAINED_QUERY, UPDATE, MGET -> true;
            default -> false;
        };
    }

    /** Whether servers pass over an object or array under an unknown name below the top, and would read on inside it. */
    public boolean isReadOnInside() {
        return this == MGET;
    }

    /** What kind of handle such a body may name; null if none. */
    public @Nullable HandleKind handle() {
        return switch (this) {
            case SCROLL -> HandleKind.SCROLL;
            case POINT_IN_TIME, SEARCH_ANYWHERE -> HandleKind.POINT_IN_TIME;
            default -> null;
        };
    }
}
