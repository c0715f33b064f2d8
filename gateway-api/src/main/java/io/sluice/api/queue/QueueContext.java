package io.sluice.api.queue;

import io.netty.buffer.ByteBufAllocator;
import java.nio.file.Path;
import java.time.InstantSource;

/** What the host lends to a queue for its whole life. All methods may be called from any thread. */
public interface QueueContext {

    /**
     * The queue's name, unique among the queues of the process: parts of letters, digits, {@code -}, {@code _} and {@code .}, separated
     * by {@code /}. {@code ingest/dead} is the queue of what {@code ingest} could not deliver; both have the same configuration, so an
     * engine keeps them apart by name.
     */
    String name();

    /** The directory of the configuration file; relative paths in the engine's configuration are resolved against it. */
    Path configDirectory();

    /** The clock to use, so that tests can set it. It may be set back at any time. */
    InstantSource clock();

    /** Makes the buffers of records that are read. */
    ByteBufAllocator allocator();
}
