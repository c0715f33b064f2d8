package io.sluice.bench.searches;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.load.engine.Arrivals;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.net.Addresses;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends the same searches each way at a constant rate, round by round, the order turned from round to round, and compares a round's
 * latencies with each other only.
 */
public final class SearchesBench {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** At the start of each window, not measured: connections are made, and the way before has come to rest. */
    private static final Duration SETTLING = Duration.ofMillis(500);

    private final Plan plan;
    private final List<SearchWay> ways = new ArrayList<>();

    /**
     * What to compare, and how.
     *
     * @param ways as {@link SearchWay#parse} reads them; the first is the baseline
     * @param rate searches a second, evenly spaced
     * @param together drives all ways at once in a round, each with its share of the rate, in turn; other work on the machine then affects
     *     all of them alike
     * @param warmup in which each way is driven as fast as it answers, before the first round
     */
    public record Plan(
            List<String> ways,
            double rate,
            boolean together,
            int connections,
            int rounds,
            Duration window,
            Duration warmup) {
        public Plan {
            ways = List.copyOf(ways);
            if (ways.size() < 2 || rounds < 1 || connections < 1) {
                throw new IllegalArgumentException("a comparison needs two ways, a round, and a connection");
            }
        }
    }

    /** The finding in both forms. */
    public record Finding(String table, ObjectNode json) {}

    /**
     * Reads the ways.
     *
     * @throws IllegalArgumentException if one cannot be read
     */
    public SearchesBench(Plan plan) throws IOException {
        this.plan = plan;
        for (String way : plan.ways) {
            ways.add(SearchWay.parse(way));
        }
    }

    /** Runs the whole comparison; blocks. */
    public Finding run(Consumer<String> progress) throws InterruptedException, ExecutionException {
        Map<SearchWay, List<LoadResult>> windows = new LinkedHashMap<>();
        for (SearchWay way : ways) {
            windows.put(way, new ArrayList<>());
            drive(way, LoadOptions.closed(way.target(), plan.connections, Duration.ZERO, plan.warmup));
            progress.accept("warmed up " + way.name());
        }
        List<SearchWay> order = new ArrayList<>(ways);
        for (int round = 0; round < plan.rounds; round++) {
            Map<SearchWay, LoadResult> results = plan.together ? atOnce(order) : oneByOne(order);
            results.forEach(
                    (way, result) -> windows.getOrDefault(way, List.of()).add(result));
            Collections.rotate(order, 1);
            progress.accept("round " + (round + 1) + " of " + plan.rounds);
        }
        SearchReport report = new SearchReport(windows);
        return new Finding(report.table(), report.json());
    }

    private Map<SearchWay, LoadResult> oneByOne(List<SearchWay> order) throws InterruptedException {
        Map<SearchWay, LoadResult> results = new LinkedHashMap<>();
        for (SearchWay way : order) {
            results.put(way, drive(way, open(way, plan.rate)));
        }
        return results;
    }

    private Map<SearchWay, LoadResult> atOnce(List<SearchWay> order) throws InterruptedException, ExecutionException {
        Map<SearchWay, Future<LoadResult>> running = new LinkedHashMap<>();
        try (ExecutorService drivers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (SearchWay way : order) {
                LoadOptions options = open(way, plan.rate / order.size());
                running.put(way, drivers.submit(() -> drive(way, options)));
                // The next one's searches fall between those of this one.
                TimeUnit.NANOSECONDS.sleep((long) (1e9 / plan.rate));
            }
        }
        Map<SearchWay, LoadResult> results = new LinkedHashMap<>();
        for (Map.Entry<SearchWay, Future<LoadResult>> one : running.entrySet()) {
            results.put(one.getKey(), one.getValue().get());
        }
        return results;
    }

    private LoadOptions open(SearchWay way, double rate) {
        Arrivals arrivals = Arrivals.parse(BigDecimal.valueOf(rate).toPlainString(), false);
        return new LoadOptions(
                List.of(way.target()), plan.connections, 1, 1, arrivals, SETTLING, plan.window, 0, TIMEOUT);
    }

    // Each window begins with the first request of the scenario, so all windows send the same.
    private static LoadResult drive(SearchWay way, LoadOptions options) throws InterruptedException {
        try (RequestSource source = RequestSource.of(way.scenario(), Addresses.text(way.target()));
                LoadRun run = new LoadRun(way.scenario(), source, options)) {
            return run.run(progress -> {});
        }
    }
}
