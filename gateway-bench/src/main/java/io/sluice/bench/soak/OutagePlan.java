package io.sluice.bench.soak;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a run does.
 *
 * @param gateway listener whose flow ends in the queue
 * @param admin the same gateway's admin endpoint
 * @param cluster a node of the queue's cluster
 * @param queue the queue's name
 * @param rate operations a second
 * @param duration of the writing; the queue is emptied after it
 * @param patience how long emptying may take
 * @param process the gateway's, whose memory is looked at; null for none
 */
public record OutagePlan(
        InetSocketAddress gateway,
        InetSocketAddress admin,
        InetSocketAddress cluster,
        String queue,
        int rate,
        Duration duration,
        Duration patience,
        @Nullable ProcessHandle process) {}
