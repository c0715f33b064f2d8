package io.sluice.server;

import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterExecutor;
import io.sluice.recording.ConnectionNames;
import io.sluice.regroup.Regrouping;
import io.sluice.tracing.Tracing;
import io.sluice.upstream.NodeNames;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What all generations share, as long as the process lives.
 *
 * @param loops the event loops
 * @param names finds nodes by their names
 * @param executor for filters' work that blocks
 * @param bulks what the bulks of all flows share
 * @param connections names connections in recordings
 * @param clock the clock that filters use
 * @param tracing null if requests are not traced
 * @param directory of the configuration file
 */
record ProcessParts(
        EventLoops loops,
        NodeNames names,
        GatewayMetrics metrics,
        FilterExecutor executor,
        Regrouping.Shared bulks,
        ConnectionNames connections,
        InstantSource clock,
        @Nullable Tracing tracing,
        Path directory) {}
