package io.sluice.metrics;

import io.sluice.api.FilterMeters;

/** The meters of one instance of a filter, to be closed with it. Safe from any thread. */
public interface InstanceMeters extends FilterMeters, AutoCloseable {

    @Override
    void close();
}
