package io.sluice.bench.compare.inside;

/** What one request asks for: a part of a bulk of some size, or a search. */
enum Work {
    TEN("10 documents", 10, 10),
    FIFTY("50 documents", 50, 50),
    THOUSAND("1,000 documents", 1_000, 1_000),
    /** Most parts are small, one of ten is large: how does the large one delay those behind it? */
    MIXED("10 documents, of ten parts one of 1,000", 10, 1_000),
    SEARCH("a search, 100 hits", 0, 0);

    /** Of a search. */
    static final int HITS = 100;
    /** The name of requests whose latency counts. */
    static final String SMALL = "part";

    private static final String LARGE = "large part";
    private static final int ONE_OF = 10;

    private final String label;
    private final int usual;
    private final int tenth;

    Work(String label, int usual, int tenth) {
        this.label = label;
        this.usual = usual;
        this.tenth = tenth;
    }

    String label() {
        return label;
    }

    boolean isSearch() {
        return this == SEARCH;
    }

    /** Documents of the request with that number. */
    int documents(int request) {
        return request % ONE_OF == ONE_OF - 1 ? tenth : usual;
    }

    /** What the request with that number is called in the results. */
    String name(int request) {
        return documents(request) > usual ? LARGE : SMALL;
    }
}
