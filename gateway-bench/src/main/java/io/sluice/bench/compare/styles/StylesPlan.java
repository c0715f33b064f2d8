package io.sluice.bench.compare.styles;

import java.util.ArrayList;
import java.util.List;

/**
 * What is measured, and how long.
 *
 * @param sizes documents a bulk
 * @param documents of one trial of bulks, its warm-up among them
 * @param rates searches a second; 0 for one directly after another
 * @param iterations searches of one trial that count; as many before them do not
 * @param trials of each cell that count; one more is done before them in the same JVM and does not
 * @param searchTrials of each cell of searches that count, which need no trial before them
 */
public record StylesPlan(
        List<Style> styles,
        List<Way> ways,
        List<Integer> sizes,
        long documents,
        List<Double> rates,
        int iterations,
        int trials,
        int searchTrials) {
    public StylesPlan {
        styles = List.copyOf(styles);
        ways = List.copyOf(ways);
        sizes = List.copyOf(sizes);
        rates = List.copyOf(rates);
        if (styles.isEmpty() || ways.isEmpty() || documents < 1 || iterations < 1 || trials < 1 || searchTrials < 1) {
            throw new IllegalArgumentException("a comparison needs a style, a way, a document, a search and a trial");
        }
        if (sizes.stream().anyMatch(size -> size < 1) || rates.stream().anyMatch(rate -> rate < 0)) {
            throw new IllegalArgumentException("bulks have a document at least, and rates are not below 0");
        }
    }

    /** Every style each way at each size; a style that cannot go a way is left out. */
    List<Cell> bulks() {
        return cells(Cell.Kind.BULK, sizes.stream().map(Integer::doubleValue).toList());
    }

    /** Every style each way at each rate. */
    List<Cell> searches() {
        return cells(Cell.Kind.SEARCH, rates);
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
