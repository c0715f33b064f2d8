package io.sluice.index.diff;

import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;

/**
 * One of two clusters.
 *
 * @param calls stays the caller's
 * @param server who answers
 */
public record Side(ClusterCalls calls, Server server) {}
