package io.sluice.chain;

import io.sluice.failure.Failure;
import io.sluice.json.ByteSink;

/** Where a body leaves the chain. */
public interface BodyOutput extends ByteSink {

    /** Whether more may be put here now; asked between slices of a decompressed body. */
    boolean isWritable();

    /** The body has left the chain completely. */
    void end();

    /** The body cannot continue: a filter broke its contract, or the body is malformed. */
    void fail(Failure failure);
}
