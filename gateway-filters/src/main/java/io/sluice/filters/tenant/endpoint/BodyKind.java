package io.sluice.filters.tenant.endpoint;

import io.sluice.filters.handle.HandleKind;
import org.jspecify.annotations.Nullable;

/** The kinds of request bodies. */
public enum BodyKind {
    /** No body; a request with one is refused. */
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
    /** A query to validate, which returns no documents. */
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
    /** Which indices a new point in time leaves out. */
    NEW_POINT_IN_TIME,
    /** Settings and mappings of a new index. */
    NEW_INDEX,
    /** Mappings to add. */
    MAPPING,
    /** Settings to change. */
    SETTINGS,
    /** The definition of an alias. */
    ALIAS,
    /** Changes of aliases. */
    ALIASES,
    /** The settings and aliases of an index that is copied from another. */
    COPIED_INDEX,
    /** The conditions of a rollover. */
    ROLLOVER,
    /** Documents to copy. */
    REINDEX,
    /** A text, and how it is to be analysed. */
    ANALYSIS,
    /** A document whose terms are requested. */
    TERM_VECTORS,
    /** Documents whose terms are requested. */
    SEVERAL_TERM_VECTORS;

    /** Whether the path need not name indices because the body does. */
    public boolean mayNameIndices() {
        return switch (this) {
            case BULK, MSEARCH, SEARCH_ANYWHERE, SCROLL, POINT_IN_TIME -> true;
            default -> false;
        };
    }

    /** Whether every server refuses the whole body, without any change, if it contains an unknown name. */
    public boolean isParsedStrictly() {
        return switch (this) {
            case SEARCH, SEARCH_ANYWHERE, MSEARCH, QUERY, VALIDATED_QUERY, EXPLAINED_QUERY, UPDATE, MGET -> true;
            default -> false;
        };
    }

    /** Whether a cluster keeps its strings in its state. */
    public boolean isKept() {
        return switch (this) {
            case NEW_INDEX, MAPPING, SETTINGS, ALIAS, ALIASES, COPIED_INDEX, ROLLOVER -> true;
            default -> false;
        };
    }

    /** Whether servers ignore an unknown name below the top level, but parse the object or array under it. */
    public boolean isReadOnInside() {
        return this == MGET;
    }

    /** The kind of handle that such a body may contain; null if none. */
    public @Nullable HandleKind handle() {
        return switch (this) {
            case SCROLL -> HandleKind.SCROLL;
            case POINT_IN_TIME, SEARCH_ANYWHERE -> HandleKind.POINT_IN_TIME;
            default -> null;
        };
    }
}
