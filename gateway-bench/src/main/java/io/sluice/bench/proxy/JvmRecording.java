package io.sluice.bench.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * A flight recording of a measured JVM with two cheap events, allocation by thread four times a second and GC pauses, switched on
 * by {@code JAVA_TOOL_OPTIONS} so that it works for any command that starts a JVM. Read after the process has ended.
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

    /** A recording into {@code directory}; nothing runs yet. */
    JvmRecording(Path directory, String name) throws IOException {
        file = directory.resolve(name + ".jfr");
        settings = Files.writeString(directory.resolve(name + ".jfc"), SETTINGS);
    }

    /** The environment that makes a JVM record. */
    Map<String, String> environment() {
        return Map.of(
                "JAVA_TOOL_OPTIONS",
                "-XX:StartFlightRecording:dumponexit=true,settings=" + settings + ",filename=" + file);
    }

    /** What was used within the windows; nothing if the process left no recording. */
    Usage within(List<Window> windows) throws IOException {
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

    /** What one window's events add up to. */
    private static final class Tally {
        private final Window window;
        private final Map<Long, Span> byThread = new HashMap<>();
        private int pauses;
        private Duration longest = Duration.ZERO;

        Tally(Window window) {
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
                byThread.computeIfAbsent(id, unused -> new Span()).see(at, event.getLong("allocated"));
            }
        }

        Usage usage() {
            double seconds =
                    byThread.values().stream().mapToDouble(Span::seconds).max().orElse(0);
            double bytes = byThread.values().stream().mapToDouble(Span::bytes).sum();
            return new Usage(bytes, seconds, pauses, longest);
        }
    }

    /** First and last value of one thread's counter. */
    private static final class Span {
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
