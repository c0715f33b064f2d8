package io.sluice.bench.load.engine;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a load is driven.
 *
 * @param targets dealt to the connections in turn
 * @param pipelined requests that a connection may have under way; above 1 they are sent before the answers of those before came
 * @param arrivals when requests are due; null drives a closed loop, each connection sending as soon as it is answered
 * @param warmup at the start, not measured
 * @param duration how long is measured
 * @param count ends the run after so many measured requests; 0 for no bound
 * @param timeout after which an unanswered request fails and its connection is closed
 */
public record LoadOptions(
        List<InetSocketAddress> targets,
        int connections,
        int pipelined,
        int threads,
        @Nullable Arrivals arrivals,
        Duration warmup,
        Duration duration,
        long count,
        Duration timeout) {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    public LoadOptions {
        targets = List.copyOf(targets);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("a load needs a target");
        }
        if (connections < 1 || pipelined < 1 || threads < 1) {
            throw new IllegalArgumentException("connections, pipelined requests and threads must be at least 1");
        }
        threads = Math.min(threads, connections);
    }

    /** A closed loop on one thread. */
    public static LoadOptions closed(InetSocketAddress target, int connections, Duration warmup, Duration duration) {
        return new LoadOptions(List.of(target), connections, 1, 1, null, warmup, duration, 0, TIMEOUT);
    }

    /** An open loop on one thread. */
    public static LoadOptions open(
            InetSocketAddress target, int connections, Arrivals arrivals, Duration warmup, Duration duration) {
        return new LoadOptions(List.of(target), connections, 1, 1, arrivals, warmup, duration, 0, TIMEOUT);
    }
}
