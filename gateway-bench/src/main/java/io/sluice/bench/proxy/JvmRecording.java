package io.sluice.bench.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * A flight recording of a measured JVM with three cheap events, allocation by thread four times a second, GC pauses, and threads that
 * wait for ZGC to free memory, switched on by {@code JAVA_TOOL_OPTIONS} so that it works for any command that starts a JVM. Read after
 * the process has ended.
 */
public final class JvmRecording {
    private static final String SETTINGS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0" label="sluice-bench">
              <event name="jdk.ThreadAllocationStatistics">
                <setting name="enabled">true</setting><setting name="period">250 ms</setting>
              </event>
              <event name="jdk.GCPhasePause">
                <setting name="enabled">true</setting><setting name="threshold">0 ms</setting>
              </event>
              <event name="jdk.ZAllocationStall">
                <setting name="enabled">true</setting><setting name="threshold">0 ms</setting>
              </event>
            </configuration>
            """;

    private final Path file;
    private final Path settings;

    /**
     * What a JVM used in some time.
     *
     * @param seconds that the allocation was observed for
     */
    record Usage(double allocatedBytes, double seconds, int pauses, Duration longestPause) {
        static final Usage NONE = new Usage(0, 0, 0, Duration.ZERO);

        /** Bytes a second; 0 where nothing is known. */
        double bytesPerSecond() {
            return seconds > 0 ? allocatedBytes / seconds : 0;
        }

        Usage plus(Usage other) {
            return new Usage(
                    allocatedBytes + other.allocatedBytes,
                    seconds + other.seconds,
                    pauses + other.pauses,
                    longestPause.compareTo(other.longestPause) > 0 ? longestPause : other.longestPause);
        }
    }

    /** A stretch of time. */
    public record Span(Instant from, Instant to) {
        private boolean has(Instant at) {
            return !at.isBefore(from) && !at.isAfter(to);
        }

        public double seconds() {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }

    /**
     * Where the collector stopped the application, in one stretch of time.
     *
     * @param pauses of all threads, in the order they came
     * @param stalls of single threads that waited for memory; ZGC's alone are known
     */
    public record Stops(List<Duration> pauses, List<Duration> stalls) {
        public Stops {
            pauses = List.copyOf(pauses);
            stalls = List.copyOf(stalls);
        }

        /** All pauses together. */
        public double pausedSeconds() {
            return pauses.stream().mapToLong(Duration::toNanos).sum() / 1e9;
        }

        public double longestPauseSeconds() {
            return pauses.stream().mapToLong(Duration::toNanos).max().orElse(0) / 1e9;
        }
    }

    /** A recording into {@code directory}; nothing runs yet. */
    public JvmRecording(Path directory, String name) throws IOException {
        file = directory.resolve(name + ".jfr");
        settings = Files.writeString(directory.resolve(name + ".jfc"), SETTINGS);
    }

    /** The environment that makes a JVM record. */
    public Map<String, String> environment() {
        return Map.of(
                "JAVA_TOOL_OPTIONS",
                "-XX:StartFlightRecording:dumponexit=true,settings=" + settings + ",filename=" + file);
    }

    /** What was used within the windows; nothing if the process left no recording. */
    Usage within(List<SubjectWindow> windows) throws IOException {
        if (!Files.exists(file)) {
            return Usage.NONE;
        }
        List<Tally> tallies = windows.stream().map(Tally::new).toList();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                tallies.forEach(tally -> tally.see(event));
            }
        }
        return tallies.stream().map(Tally::usage).reduce(Usage.NONE, Usage::plus);
    }

    /** What stopped the application in each of the spans; nothing if the process left no recording. */
    public List<Stops> stops(List<Span> spans) throws IOException {
        List<Stopping> all = spans.stream().map(Stopping::new).toList();
        if (Files.exists(file)) {
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    RecordedEvent event = events.readEvent();
                    all.forEach(one -> one.see(event));
                }
            }
        }
        return all.stream().map(one -> new Stops(one.pauses, one.stalls)).toList();
    }

    /** What stopped the application in one span. */
    private static final class Stopping {
        private final Span span;
        private final List<Duration> pauses = new ArrayList<>();
        private final List<Duration> stalls = new ArrayList<>();

        Stopping(Span span) {
            this.span = span;
        }

        void see(RecordedEvent event) {
            if (!span.has(event.getStartTime())) {
                return;
            }
            switch (event.getEventType().getName()) {
                case "jdk.GCPhasePause" -> pauses.add(event.getDuration());
                case "jdk.ZAllocationStall" -> stalls.add(event.getDuration());
                default -> {}
            }
        }
    }

    /** What one window's events add up to. */
    private static final class Tally {
        private final SubjectWindow window;
        private final Map<Long, Counter> byThread = new HashMap<>();
        private int pauses;
        private Duration longest = Duration.ZERO;

        Tally(SubjectWindow window) {
            this.window = window;
        }

        void see(RecordedEvent event) {
            Instant at = event.getStartTime();
            if (at.isBefore(window.from()) || at.isAfter(window.to())) {
                return;
            }
            if (event.getEventType().getName().equals("jdk.GCPhasePause")) {
                pauses++;
                longest = longest.compareTo(event.getDuration()) > 0 ? longest : event.getDuration();
            } else if (event.getEventType().getName().equals("jdk.ThreadAllocationStatistics")) {
                RecordedThread thread = event.getThread("thread");
                long id = thread == null ? -1 : thread.getJavaThreadId();
                byThread.computeIfAbsent(id, unused -> new Counter()).see(at, event.getLong("allocated"));
            }
        }

        Usage usage() {
            double seconds = byThread.values().stream()
                    .mapToDouble(Counter::seconds)
                    .max()
                    .orElse(0);
            double bytes =
                    byThread.values().stream().mapToDouble(Counter::bytes).sum();
            return new Usage(bytes, seconds, pauses, longest);
        }
    }

    /** First and last value of one thread's counter. */
    private static final class Counter {
        private Instant first = Instant.MAX;
        private Instant last = Instant.MIN;
        private long least;
        private long most;

        void see(Instant at, long allocated) {
            if (at.isBefore(first)) {
                first = at;
                least = allocated;
            }
            if (at.isAfter(last)) {
                last = at;
                most = allocated;
            }
        }

        double seconds() {
            return Duration.between(first, last).toNanos() / 1e9;
        }

        double bytes() {
            return (double) most - least;
        }
    }
}
