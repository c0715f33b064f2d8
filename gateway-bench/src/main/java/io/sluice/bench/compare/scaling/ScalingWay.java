package io.sluice.bench.compare.scaling;

/** What is measured here: bulks straight to the nodes, or through a gateway that regroups them by shard. */
enum ScalingWay {
    DIRECT("none", 0),
    ONE_LOOP("1 core", 1),
    TWO_LOOPS("2 cores", 2);

    private final String label;
    private final int loops;

    ScalingWay(String label, int loops) {
        this.label = label;
        this.loops = loops;
    }

    /** The gateway's cores, for people. */
    String label() {
        return label;
    }

    /** Event loops of the gateway; 0 for none. */
    int loops() {
        return loops;
    }
}
