package io.sluice.bench.compare.scaling;

/**
 * What this machine lets through at most, on which gateway, load generator and stub share the cores. The generator and the stub have one
 * event loop each.
 *
 * @param gateway CPU seconds for a document; 0 without one
 */
record HostBound(int processors, double gateway, double generator, double stub) {
    /** Documents a second: the part with the least capacity decides, or the cores that all of them share. */
    double documentsPerSecond(int loops) {
        double alone = 1 / Math.max(generator, stub);
        double shared = processors / (gateway + generator + stub);
        double loop = gateway > 0 ? loops / gateway : Double.POSITIVE_INFINITY;
        return Math.min(Math.min(alone, shared), loop);
    }
}
