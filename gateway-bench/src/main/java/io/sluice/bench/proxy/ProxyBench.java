package io.sluice.bench.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.load.engine.Arrivals;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts the stub and the subjects, compares them, stops everything, and reports. */
public final class ProxyBench {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Plan plan;

    /**
     * What to compare, and how.
     *
     * @param subjects in the form {@link SubjectFactory#start} reads; the first is the baseline
     * @param rate of an open loop, requests a second; null drives a closed loop
     * @param directory for configurations, logs and recordings
     * @param cpus cores for the subjects, a list for {@code taskset}; empty for all
     * @param page what the stub answers searches with, as JSON; null for its own page
     */
    public record Plan(
            List<String> subjects,
            Scenario scenario,
            int connections,
            @Nullable String rate,
            int rounds,
            Duration window,
            Duration warmup,
            int loops,
            String cpus,
            Path directory,
            @Nullable Path distribution,
            @Nullable Path gatewayConfig,
            boolean recording,
            StubShape stub,
            @Nullable String page) {
        public Plan {
            subjects = List.copyOf(subjects);
            if (subjects.size() < 2 || rounds < 1) {
                throw new IllegalArgumentException("a comparison needs two subjects and a round");
            }
        }
    }

    /** The finding in both forms. */
    public record Finding(String table, ObjectNode json) {}

    public ProxyBench(Plan plan) {
        this.plan = plan;
    }

    /** Runs the whole comparison; blocks. Nothing it started is left running. */
    public Finding run(Consumer<String> progress) throws IOException, InterruptedException {
        SubjectFactory factory = new SubjectFactory(
                new Workspace(plan.directory, plan.cpus),
                new SubjectFactory.Setup(plan.loops, plan.distribution, plan.gatewayConfig, plan.recording, plan.stub));
        Map<Subject, List<SubjectWindow>> windows;
        try (Subject stub = factory.stub();
                Started started = new Started()) {
            if (plan.page != null) {
                StubPage.set(stub.address(), plan.page);
            }
            for (String text : plan.subjects) {
                started.subjects.add(factory.start(text, stub));
            }
            Comparison comparison = new Comparison(started.subjects, stub, plan.scenario, this::options);
            windows = comparison.run(plan.rounds, plan.warmup, progress);
        }
        Report report = new Report(windows, usage(windows));
        return new Finding(report.table(), report.json());
    }

    private LoadOptions options(InetSocketAddress address) {
        Arrivals arrivals = plan.rate == null ? null : Arrivals.parse(plan.rate, true);
        return new LoadOptions(
                List.of(address), plan.connections, 1, 1, arrivals, Duration.ZERO, plan.window, 0, TIMEOUT);
    }

    /** Recordings are complete only after their processes have ended. */
    private static Map<Subject, JvmRecording.Usage> usage(Map<Subject, List<SubjectWindow>> windows)
            throws IOException {
        Map<Subject, JvmRecording.Usage> usage = new LinkedHashMap<>();
        for (Map.Entry<Subject, List<SubjectWindow>> entry : windows.entrySet()) {
            JvmRecording recording = entry.getKey().recording();
            if (recording != null) {
                usage.put(entry.getKey(), recording.within(entry.getValue()));
            }
        }
        return usage;
    }

    /** The subjects that run, stopped together. */
    private static final class Started implements AutoCloseable {
        private final List<Subject> subjects = new ArrayList<>();

        @Override
        public void close() {
            subjects.forEach(Subject::close);
        }
    }
}
