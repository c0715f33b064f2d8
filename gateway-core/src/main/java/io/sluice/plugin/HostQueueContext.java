package io.sluice.plugin;

import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.queue.QueueContext;
import java.nio.file.Path;
import java.time.InstantSource;

/** The context that a queue gets when it is opened. */
public record HostQueueContext(String name, Path configDirectory, InstantSource clock, ByteBufAllocator allocator)
        implements QueueContext {}
