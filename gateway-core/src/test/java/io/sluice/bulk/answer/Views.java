package io.sluice.bulk.answer;

/** What {@code filter_path} may consist of. */
final class Views {

    static final String[] PATHS = {
        "took", "errors", "ingest_took", "items", "items.*.error", "items.*.status", "items.*._id", "items.*._index"
    };

    private Views() {}
}
