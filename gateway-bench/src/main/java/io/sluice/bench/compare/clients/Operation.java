package io.sluice.bench.compare.clients;

import io.sluice.bench.compare.clients.style.CityAnswers;
import io.sluice.bench.compare.clients.style.CitySearch;
import io.sluice.bench.compare.clients.style.SearchStyle;
import java.io.IOException;
import java.util.concurrent.Callable;

/** What is measured of a style, alone and in memory. */
public enum Operation {
    /** The query is built and serialised. */
    QUERY("query", 0),
    /** An answer of ten hits is decoded. */
    PAGE_10("10 hits", 10),
    /** An answer of a thousand hits is decoded. */
    PAGE_1000("1,000 hits", 1_000);

    private final String label;
    private final int hits;

    Operation(String label, int hits) {
        this.label = label;
        this.hits = hits;
    }

    /** For people. */
    public String label() {
        return label;
    }

    /** Hits that are decoded; 0 where none are. */
    int hits() {
        return hits;
    }

    /** One operation of the style, over and over. */
    Callable<Object> of(SearchStyle.Kind kind) throws IOException {
        SearchStyle style = kind.make();
        if (this == QUERY) {
            CitySearch search = CitySearch.example(10);
            return () -> style.query(search);
        }
        byte[] answer = CityAnswers.of(hits);
        return () -> style.page(answer);
    }
}
