package io.sluice.bench.load.engine;

import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.scenario.RequestSpec;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.net.Addresses;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts into words how a run was set up. */
final class LoadSettings {
    private LoadSettings() {}

    /** Every setting of a run that has just ended. */
    static LoadResult.Settings of(Scenario scenario, LoadOptions options) {
        Arrivals arrivals = options.arrivals();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("scenario", scenario.name());
        all.put("target", options.targets().stream().map(Addresses::text).collect(Collectors.joining(", ")));
        all.put("ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        all.put("loop", arrivals == null ? "closed" : "open, " + arrivals.text());
        all.put("connections", Integer.toString(options.connections()));
        if (options.pipelined() > 1) {
            all.put("pipelined", options.pipelined() + " requests a connection");
        }
        all.put("generator threads", Integer.toString(options.threads()));
        all.put("warm-up", seconds(options.warmup()));
        all.put("duration", seconds(options.duration()));
        if (options.count() > 0) {
            all.put("ends after", options.count() + " requests");
        }
        all.put("timeout", seconds(options.timeout()));
        all.put("seed", Long.toString(scenario.seed()));
        all.put("requests", scenario.fresh() ? "each made anew" : scenario.prepared() + " made ahead and sent in turn");
        for (RequestSpec request : scenario.requests()) {
            all.put("request " + request.name(), text(request));
        }
        all.put("generator JVM", System.getProperty("java.vm.name") + " " + Runtime.version());
        all.put("generator CPUs", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return new LoadResult.Settings(options.connections(), options.threads(), all);
    }

    private static String text(RequestSpec request) {
        RequestSpec.Lines lines = request.lines();
        return request.method() + " " + request.path() + ", weight " + request.weight()
                + (lines == null ? "" : ", lines " + lines.count() + " times")
                + (request.gzip() ? ", gzip" : "");
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
