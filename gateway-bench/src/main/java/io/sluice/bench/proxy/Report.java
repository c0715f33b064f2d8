package io.sluice.bench.proxy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.stats.PairedRounds;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a comparison has found, against the first subject, as a table and as JSON. */
final class Report {
    private static final double BUSY = 0.7;
    private static final int ROUNDS = 20;

    private final List<Row> rows;
    private final double stubCores;
    private final boolean generatorLimited;

    /** One subject: its windows beside the baseline's, and its JVM's use. */
    record Row(String name, PairedRounds<SubjectWindow> rounds, JvmRecording.Usage jvm) {
        double allocatedPerRequest() {
            double rate = rounds.median(w -> w.load().requestsPerSecond()).median();
            return rate > 0 ? jvm.bytesPerSecond() / rate : 0;
        }

        /** NaN where no documents were sent. */
        double allocatedPerDocument() {
            double rate = rounds.median(SubjectWindow::documentsPerSecond).median();
            return jvm.bytesPerSecond() / rate;
        }

        boolean hasDocuments() {
            return rounds.own().stream()
                    .allMatch(w -> w.load().recorder().items().succeeded() > 0);
        }

        double failureShare() {
            return rounds.own().stream()
                    .mapToDouble(w -> w.load().failureShare())
                    .max()
                    .orElse(0);
        }
    }

    /** @param usage of each subject's JVM, over all its windows */
    Report(Map<Subject, List<SubjectWindow>> windows, Map<Subject, JvmRecording.Usage> usage) {
        List<Row> all = new ArrayList<>();
        List<SubjectWindow> baseline = windows.values().iterator().next();
        windows.forEach((subject, own) -> all.add(new Row(
                subject.name(),
                new PairedRounds<>(own, baseline),
                usage.getOrDefault(subject, JvmRecording.Usage.NONE))));
        rows = List.copyOf(all);
        stubCores = windows.values().stream()
                .flatMap(List::stream)
                .mapToDouble(SubjectWindow::stubCores)
                .max()
                .orElse(0);
        generatorLimited = windows.values().stream()
                .flatMap(List::stream)
                .anyMatch(window -> window.load().generatorLimited());
    }

    /** A table for people. */
    String table() {
        Formatter text = new Formatter(Locale.ROOT);
        String first = rows.get(0).name();
        text.format(
                "%-10s %10s %24s %10s %9s %9s %9s %9s%n",
                "", "cpu us/req", "ratio to " + first, "req/s", "p50 ms", "p99 ms", "rss MB", "JIT %");
        for (Row row : rows) {
            text.format(
                    "%-10s %10.2f %24s %10.0f %9.3f %9.3f %9.0f %9.1f%n",
                    row.name(),
                    row.rounds().median(SubjectWindow::cpuPerRequest).median() * 1e6,
                    row.rounds().ratio(SubjectWindow::cpuPerRequest).text(1, 3),
                    row.rounds().median(w -> w.load().requestsPerSecond()).median(),
                    row.rounds().median(w -> w.latency(50)).median() * 1e3,
                    row.rounds().median(w -> w.latency(99)).median() * 1e3,
                    row.rounds().median(w -> (double) w.residentBytes()).median() / 1e6,
                    row.rounds().median(SubjectWindow::compilerShare).median() * 100);
        }
        if (rows.stream().allMatch(Row::hasDocuments)) {
            documents(text);
        }
        latencies(text, first);
        jvms(text);
        warnings(text);
        return text.toString();
    }

    private void documents(Formatter text) {
        text.format("%n%-10s %10s %10s %24s%n", "", "us/doc", "ms/MB", "ratio");
        for (Row row : rows) {
            text.format(
                    "%-10s %10.3f %10.3f %24s%n",
                    row.name(),
                    row.rounds().median(SubjectWindow::cpuPerDocument).median() * 1e6,
                    row.rounds().median(SubjectWindow::cpuPerMegabyte).median() * 1e3,
                    row.rounds().ratio(SubjectWindow::cpuPerDocument).text(1, 3));
        }
    }

    private void latencies(Formatter text, String first) {
        text.format("%n%-10s latency above %s in us, median of rounds with its 95%% interval%n", "", first);
        for (Row row : rows.subList(1, rows.size())) {
            text.format(
                    "%-10s p50 %s   p99 %s   p99.9 %s%n",
                    row.name(),
                    row.rounds().above(w -> w.latency(50)).text(1e6, 0),
                    row.rounds().above(w -> w.latency(99)).text(1e6, 0),
                    row.rounds().above(w -> w.latency(99.9)).text(1e6, 0));
        }
    }

    private void jvms(Formatter text) {
        for (Row row : rows) {
            if (row.jvm().seconds() > 0) {
                text.format(
                        "%n%-10s allocates %.0f bytes a request%s, %.1f MB/s; %d pauses, the longest %.2f ms%n",
                        row.name(),
                        row.allocatedPerRequest(),
                        row.hasDocuments() ? ", %.1f a document".formatted(row.allocatedPerDocument()) : "",
                        row.jvm().bytesPerSecond() / 1e6,
                        row.jvm().pauses(),
                        row.jvm().longestPause().toNanos() / 1e6);
            }
        }
    }

    private void warnings(Formatter text) {
        text.format("%nstub: at most %.2f cores%n", stubCores);
        if (stubCores > BUSY) {
            text.format("WARNING: the stub was near its limit; rates and latencies may be its own%n");
        }
        if (generatorLimited) {
            text.format("WARNING: the generator was near its limit; rates and latencies may be its own%n");
        }
        for (Row row : rows) {
            if (row.failureShare() > 0) {
                text.format(
                        "WARNING: %s had up to %.3f%% failed requests in a window%n",
                        row.name(), row.failureShare() * 100);
            }
        }
        int rounds = rows.get(0).rounds().own().size();
        if (rounds < ROUNDS) {
            text.format("WARNING: only %d rounds; %d or more make the interval trustworthy%n", rounds, ROUNDS);
        }
    }

    /** JSON for machines; times in seconds. */
    ObjectNode json() {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("stub_cores", stubCores).put("generator_limited", generatorLimited);
        ArrayNode subjects = root.putArray("subjects");
        for (Row row : rows) {
            ObjectNode one = subjects.addObject()
                    .put("name", row.name())
                    .put("rounds", row.rounds().own().size());
            row.rounds().median(SubjectWindow::cpuPerRequest).write(one.putObject("cpu_per_request"));
            row.rounds().ratio(SubjectWindow::cpuPerRequest).write(one.putObject("cpu_per_request_ratio"));
            if (row.hasDocuments()) {
                row.rounds().median(SubjectWindow::cpuPerDocument).write(one.putObject("cpu_per_document"));
                row.rounds().ratio(SubjectWindow::cpuPerDocument).write(one.putObject("cpu_per_document_ratio"));
                row.rounds().median(SubjectWindow::cpuPerMegabyte).write(one.putObject("cpu_per_megabyte"));
            }
            row.rounds().median(w -> w.load().requestsPerSecond()).write(one.putObject("requests_per_second"));
            for (double percentile : new double[] {50, 99, 99.9}) {
                row.rounds().median(w -> w.latency(percentile)).write(one.putObject("latency_p" + percentile));
                row.rounds().above(w -> w.latency(percentile)).write(one.putObject("latency_above_p" + percentile));
            }
            row.rounds().median(w -> (double) w.residentBytes()).write(one.putObject("resident_bytes"));
            row.rounds().median(SubjectWindow::compilerShare).write(one.putObject("compiler_share"));
            if (row.hasDocuments()) {
                one.put("allocated_bytes_per_document", row.allocatedPerDocument());
            }
            one.put("failure_share", row.failureShare())
                    .put("allocated_bytes_per_second", row.jvm().bytesPerSecond())
                    .put("gc_pauses", row.jvm().pauses())
                    .put("gc_longest_pause", row.jvm().longestPause().toNanos() / 1e9);
        }
        return root;
    }
}
