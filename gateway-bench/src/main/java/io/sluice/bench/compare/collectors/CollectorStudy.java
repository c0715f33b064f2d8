package io.sluice.bench.compare.collectors;

import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.StudyProgress;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Drives the gateway under every collector with every heap in every work, then starts it again and again. */
final class CollectorStudy {
    private final Plan plan;

    /**
     * What is run.
     *
     * @param collectors the first is the baseline
     * @param heaps as {@code -Xmx} takes them
     * @param startCollectors of the first of the collectors, how many are started again and again
     */
    record Plan(
            Path distribution,
            List<Collector> collectors,
            List<String> heaps,
            List<Work> works,
            TailRun.Plan tail,
            StartRun.Plan start,
            int startCollectors) {
        Plan {
            collectors = List.copyOf(collectors);
            heaps = List.copyOf(heaps);
            works = List.copyOf(works);
            if (collectors.size() < 2 || heaps.isEmpty() || works.isEmpty() || tail.rounds() < 1) {
                throw new IllegalArgumentException("a comparison needs two collectors, a heap, a work and a round");
            }
        }

        /** What it takes at least. */
        Duration length() {
            int starts = Math.min(startCollectors, collectors.size())
                    * StartRun.ways(Collector.G1).size()
                    * start.rounds();
            return tail.group(collectors.size())
                    .multipliedBy((long) heaps.size() * works.size())
                    .plus(start.ramp().plus(TailRun.START).multipliedBy(starts));
        }
    }

    /**
     * What was found.
     *
     * @param missing why the JDK does not have a collector, or why a cell has no windows
     * @param capacity of each work, requests a second
     */
    record Result(
            Machine machine,
            Plan plan,
            List<String> missing,
            Map<Work, Double> capacity,
            Map<TailRun.Cell, List<TailWindow>> windows,
            Map<StartRun.Way, List<StartRun.Sample>> starts) {}

    CollectorStudy(Plan plan) {
        this.plan = plan;
    }

    /** Runs all of it; blocks. Nothing it started is left running. */
    Result run(Consumer<String> lines) throws IOException, InterruptedException {
        Machine machine = Machine.now();
        StudyProgress progress = new StudyProgress(plan.length(), lines);
        Path javaHome = Path.of(System.getProperty("java.home"));
        List<String> missing = new ArrayList<>();
        Map<Collector, GatewayHome> homes = new LinkedHashMap<>();
        for (Collector collector : plan.collectors) {
            Optional<String> why = collector.missing(javaHome);
            if (why.isPresent()) {
                missing.add(collector.label() + ": " + why.get());
            } else {
                Path home = Files.createTempDirectory(plan.tail.directory(), "home-" + collector.label());
                homes.put(collector, GatewayHome.make(plan.distribution, home.resolve("sluice"), collector, javaHome));
            }
        }
        Map<Work, Double> capacity = new LinkedHashMap<>();
        Map<TailRun.Cell, List<TailWindow>> windows = new LinkedHashMap<>();
        Map<StartRun.Way, List<StartRun.Sample>> starts;
        try (HttpClient http = HttpClient.newHttpClient()) {
            TailRun tail = new TailRun(plan.tail, http);
            for (Work work : plan.works) {
                for (String heap : plan.heaps) {
                    TailRun.Group group = tail.run(work, heap, homes, capacity.getOrDefault(work, 0.0), progress);
                    capacity.putIfAbsent(work, group.capacity());
                    windows.putAll(group.windows());
                    group.failed().forEach((collector, why) -> missing.add(collector.label() + ": " + why));
                }
            }
            starts = new StartRun(plan.start, http).run(first(homes, plan.startCollectors), progress);
        }
        return new Result(machine, plan, missing, capacity, windows, starts);
    }

    private static Map<Collector, GatewayHome> first(Map<Collector, GatewayHome> homes, int count) {
        Map<Collector, GatewayHome> some = new LinkedHashMap<>();
        homes.forEach((collector, home) -> {
            if (some.size() < count) {
                some.put(collector, home);
            }
        });
        return some;
    }
}
