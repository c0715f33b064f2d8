package io.sluice.bench.proxy;

import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.scenario.Scenario;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Drives subjects in rounds, each subject once a round for the same time, the order turned from round to round, so that
 * what else the machine does strikes all alike; a round's figures are compared with each other only.
 */
final class Comparison {
    private final List<Subject> subjects;
    private final Subject stub;
    private final Scenario scenario;
    private final Function<InetSocketAddress, LoadOptions> options;

    /** @param options of one window against an address, without a warm-up of its own */
    Comparison(
            List<Subject> subjects, Subject stub, Scenario scenario, Function<InetSocketAddress, LoadOptions> options) {
        this.subjects = List.copyOf(subjects);
        this.stub = stub;
        this.scenario = scenario;
        this.options = options;
    }

    /**
     * Warms every subject up, then measures.
     *
     * @param warmup for each subject
     * @param progress takes a line after each round
     * @return each subject's windows, round by round
     */
    Map<Subject, List<SubjectWindow>> run(int rounds, Duration warmup, Consumer<String> progress)
            throws InterruptedException {
        Map<Subject, List<SubjectWindow>> windows = new LinkedHashMap<>();
        subjects.forEach(subject -> windows.put(subject, new ArrayList<>()));
        try (RequestSource source = RequestSource.of(scenario, "stub.test")) {
            for (Subject subject : subjects) {
                warm(subject, source, warmup);
                progress.accept("warmed up " + subject.name());
            }
            List<Subject> order = new ArrayList<>(subjects);
            for (int round = 0; round < rounds; round++) {
                for (Subject subject : order) {
                    windows.getOrDefault(subject, List.of()).add(window(subject, source));
                }
                Collections.rotate(order, 1);
                progress.accept("round " + (round + 1) + " of " + rounds);
            }
        }
        return windows;
    }

    private void warm(Subject subject, RequestSource source, Duration warmup) throws InterruptedException {
        LoadOptions window = options.apply(subject.address());
        LoadOptions warming = new LoadOptions(
                window.targets(),
                window.connections(),
                window.pipelined(),
                window.threads(),
                null,
                Duration.ZERO,
                warmup,
                0,
                window.timeout());
        drive(warming, source);
    }

    private SubjectWindow window(Subject subject, RequestSource source) throws InterruptedException {
        Instant from = Instant.now();
        ProcStat before = ProcStat.ofTree(subject.process());
        ThreadCpu threads = ThreadCpu.of(subject.process().pid());
        ProcStat stubBefore = ProcStat.ofTree(stub.process());
        LoadResult result = drive(options.apply(subject.address()), source);
        ProcStat after = ProcStat.ofTree(subject.process());
        double stubCpu = ProcStat.ofTree(stub.process()).cpuSince(stubBefore);
        // A compiler's thread that has nothing to do may have ended.
        double compilers =
                Math.max(0, ThreadCpu.of(subject.process().pid()).since(threads).compiler());
        return new SubjectWindow(
                from, Instant.now(), after.cpuSince(before), compilers, stubCpu, after.residentBytes(), result);
    }

    private LoadResult drive(LoadOptions window, RequestSource source) throws InterruptedException {
        try (LoadRun run = new LoadRun(scenario, source, window)) {
            return run.run(progress -> {});
        }
    }
}
