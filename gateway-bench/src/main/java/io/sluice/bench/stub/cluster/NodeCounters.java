package io.sluice.bench.stub.cluster;

import java.util.concurrent.atomic.LongAdder;

/** What one node has seen; written by event loops, read by anyone. Bytes are body bytes, after gunzip. */
public record NodeCounters(
        LongAdder requests,
        LongAdder documents,
        LongAdder misrouted,
        LongAdder bytesIn,
        LongAdder bytesOut,
        LongAdder connectionsOpened,
        LongAdder connectionsClosed,
        LongAdder faults) {
    /** Counters at zero. */
    public NodeCounters() {
        this(
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder());
    }

    /** Sets all to zero but the connections, which stay true. */
    public void reset() {
        requests.reset();
        documents.reset();
        misrouted.reset();
        bytesIn.reset();
        bytesOut.reset();
        faults.reset();
    }
}
