package io.sluice.bench.load.request;

import org.jspecify.annotations.Nullable;

/** Hands out requests to event loops; safe for all of them. */
public interface RequestSource extends AutoCloseable {
    /** The next request, or null if none is ready: the generator is then slower than the load. */
    @Nullable PreparedRequest poll();

    /** Takes back a request that was sent and answered. */
    void done(PreparedRequest request);

    @Override
    void close();
}
