package io.sluice.bench.compare.inside;

/** One thing that is measured, once in every round. */
record Cell(Target target, Work work, BodyFormat format, Lanes lanes) {
    /** The same over connections with one request each. */
    Cell single() {
        return new Cell(target, work, format, lanes.single());
    }

    /** The same in JSON. */
    Cell json() {
        return new Cell(target, work, BodyFormat.JSON, lanes);
    }

    @Override
    public String toString() {
        return target.id() + ", " + work.label() + ", " + format.id() + ", " + lanes;
    }
}
