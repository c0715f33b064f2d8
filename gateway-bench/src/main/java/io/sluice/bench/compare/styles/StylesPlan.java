package io.sluice.bench.compare.styles;

import java.util.ArrayList;
import java.util.List;

/** What is measured, and how long. */
public record StylesPlan(List<Style> styles, List<Way> ways, Bulks bulk, Searches search) {
    /**
     * The bulks of every style and way.
     *
     * @param sizes documents a bulk; none for no bulks
     * @param documents of one trial, its warm-up among them
     * @param trials of each cell that count; one more is done before them in the same JVM and does not
     */
    public record Bulks(List<Integer> sizes, long documents, int trials) {
        public Bulks {
            sizes = List.copyOf(sizes);
            if (documents < 1 || trials < 1 || sizes.stream().anyMatch(size -> size < 1)) {
                throw new IllegalArgumentException("bulks need a trial, and a document at least");
            }
        }
    }

    /**
     * The searches of every style and way.
     *
     * @param rates a second; 0 for one directly after another; none for no searches
     * @param iterations of one trial that count; as many before them do not
     * @param trials of each cell, all of which count
     */
    public record Searches(List<Double> rates, int iterations, int trials) {
        public Searches {
            rates = List.copyOf(rates);
            if (iterations < 1 || trials < 1 || rates.stream().anyMatch(rate -> rate < 0)) {
                throw new IllegalArgumentException("searches need a trial, one search at least, and no rate below 0");
            }
        }
    }

    public StylesPlan {
        styles = List.copyOf(styles);
        ways = List.copyOf(ways);
        if (styles.isEmpty() || ways.isEmpty()) {
            throw new IllegalArgumentException("a comparison needs a style and a way");
        }
    }

    /** Every style each way at each size; a style that cannot go a way is left out. */
    List<Cell> bulks() {
        return cells(
                Cell.Kind.BULK, bulk.sizes().stream().map(Integer::doubleValue).toList());
    }

    /** Every style each way at each rate. */
    List<Cell> searches() {
        return cells(Cell.Kind.SEARCH, search.rates());
    }

    private List<Cell> cells(Cell.Kind kind, List<Double> loads) {
        List<Cell> cells = new ArrayList<>();
        for (double load : loads) {
            for (Way way : ways) {
                for (Style style : styles) {
                    if (style.goes(way)) {
                        cells.add(new Cell(kind, way, style, load));
                    }
                }
            }
        }
        return cells;
    }
}
