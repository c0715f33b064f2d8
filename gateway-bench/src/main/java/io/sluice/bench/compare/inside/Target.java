package io.sluice.bench.compare.inside;

/** What answers the requests. */
enum Target {
    STUB("stub", "the stub", "inside"),
    NOOP("noop", "a node that does no work", "noop-inside"),
    REAL("real", "the same node, doing the work", "inside-real");

    private final String id;
    private final String description;
    private final String index;

    Target(String id, String description, String index) {
        this.id = id;
        this.description = description;
        this.index = index;
    }

    String id() {
        return id;
    }

    String description() {
        return description;
    }

    /** What bulks store documents in. */
    String index() {
        return index;
    }
}
