package io.sluice.bench.compare.styles;

/**
 * One thing that is measured, in every round once.
 *
 * @param load documents a request for bulks; searches a second for searches, 0 for one directly after another
 */
record Cell(Kind kind, Way way, Style style, double load) {
    enum Kind {
        BULK,
        SEARCH
    }

    @Override
    public String toString() {
        String what = kind == Kind.BULK
                ? "bulks of %.0f".formatted(load)
                : load > 0 ? "%.0f searches/s".formatted(load) : "searches without a pause";
        return what + ", " + style.id() + ", " + way.id();
    }
}
