package io.sluice.server;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.sluice.config.ProcessConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.failure.RepeatedTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether one more request may begin: requests in flight are counted, memory in buffers is looked at every now and then.
 * What has begun is never stopped, half-read bodies would wait for each other. Safe from any thread.
 */
final class Admission {
    private static final int SAMPLE_MILLIS = 50;

    private final int maxRequests;
    private final long maxBytes;
    private final UnfinishedRequests unfinished;
    private final AtomicInteger requests = new AtomicInteger();
    private volatile boolean memoryFull;
    private volatile long bytes;

    Admission(ProcessConfig config, long maxDirectBytes) {
        this(
                config.maxRequests(),
                config.maxBytes().bytes() == 0
                        ? maxDirectBytes / 2
                        : config.maxBytes().bytes());
    }

    Admission(int maxRequests, long maxBytes) {
        this.maxRequests = maxRequests;
        this.maxBytes = maxBytes;
        // The other half stays for requests that are answered.
        this.unfinished = new UnfinishedRequests(maxBytes / 2);
    }

    void watchMemory(EventLoopGroup loops) {
        new RepeatedTask("memory in buffers", this::sample).start(loops.next(), SAMPLE_MILLIS, SAMPLE_MILLIS);
    }

    private void sample() {
        PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        bytes = allocator.pinnedDirectMemory();
        memoryFull = bytes > maxBytes;
    }

    /** Counts one more request in; a failure where it may not begin. */
    @Nullable Failure enter() {
        if (memoryFull) {
            return Failure.of(FailureKind.OVERLOADED, "the gateway's buffers are full");
        }
        if (requests.incrementAndGet() > maxRequests) {
            requests.decrementAndGet();
            return Failure.of(FailureKind.OVERLOADED, "more than " + maxRequests + " requests are in flight");
        }
        return null;
    }

    void leave() {
        requests.decrementAndGet();
    }

    /** What is held of requests that are not complete. */
    UnfinishedRequests unfinished() {
        return unfinished;
    }

    int requests() {
        return requests.get();
    }

    /** Bytes in buffers when they were last looked at. */
    long bytes() {
        return bytes;
    }

    long maxBytes() {
        return maxBytes;
    }
}
