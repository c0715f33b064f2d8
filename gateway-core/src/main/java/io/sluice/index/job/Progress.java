package io.sluice.index.job;

import io.sluice.failure.RepeatedTask;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells how far a job is and how long it will take: one line that is written over in a terminal, a line now and then elsewhere.
 * Thread-safe.
 */
public final class Progress implements AutoCloseable {
    private static final long TERMINAL_MILLIS = 1_000;
    private static final long LINES_MILLIS = 10_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MIB = 1 << 20;

    private final PrintWriter out;
    private final boolean terminal;
    private final AtomicLong documents = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong before = new AtomicLong();
    private final AtomicLong total = new AtomicLong();
    private volatile long begun = System.nanoTime();
    private volatile String what = "";
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sluice-progress").factory());

    /** @param terminal whether a line may be written over */
    public Progress(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
        long pause = terminal ? TERMINAL_MILLIS : LINES_MILLIS;
        new RepeatedTask("progress", this::tell).start(thread, pause, pause);
    }

    /**
     * A part of the job begins, and the one before has ended.
     *
     * @param part in a few words
     * @param expected how many documents it has; about
     * @param done how many of them were done by an earlier run
     */
    public void begin(String part, long expected, long done) {
        what = part;
        total.set(expected);
        before.set(done);
        documents.set(0);
        bytes.set(0);
        begun = System.nanoTime();
    }

    /** So much more is done. */
    public void add(long moreDocuments, long moreBytes) {
        documents.addAndGet(moreDocuments);
        bytes.addAndGet(moreBytes);
    }

    /** A line of its own. */
    public synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    private synchronized void tell() {
        if (what.isEmpty()) {
            return;
        }
        if (terminal) {
            out.print("\r\033[K" + line());
        } else {
            out.println(line());
        }
        out.flush();
    }

    /** What is told now. */
    String line() {
        return line(System.nanoTime() - begun);
    }

    String line(long nanos) {
        double seconds = Math.max(1e-3, nanos / NANOS_PER_SECOND);
        long now = documents.get();
        long all = now + before.get();
        long expected = Math.max(all, total.get());
        double rate = now / seconds;
        String left = rate < 1 ? "?" : words(Duration.ofSeconds(Math.round((expected - all) / rate)));
        return String.format(
                Locale.ROOT,
                "%s: %d of %d documents (%.0f%%), %.0f/s, %.1f MiB/s, about %s left",
                what,
                all,
                expected,
                expected == 0 ? 100.0 : 100.0 * all / expected,
                rate,
                bytes.get() / MIB / seconds,
                left);
    }

    private static String words(Duration time) {
        if (time.toHours() > 0) {
            return time.toHours() + "h " + time.toMinutesPart() + "m";
        }
        return time.toMinutes() > 0 ? time.toMinutes() + "m " + time.toSecondsPart() + "s" : time.toSeconds() + "s";
    }

    @Override
    public void close() {
        thread.shutdownNow();
        if (terminal && !what.isEmpty()) {
            say("\r\033[K" + line());
        }
    }
}
