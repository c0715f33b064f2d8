package io.sluice.filters.lines;

import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue between the event loops and a sink. {@link #offer} never blocks: lines that do not fit are dropped
 * and counted. {@link #drain} may block and is run off the event loops, by one thread at a time: a sink that hangs keeps one thread, and no
 * second one waits for it.
 */
public final class LogWriter {

    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
    private static final int BATCH_CHARACTERS = 64 * 1024;
    /** How long the end waits for a write that is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final BlockingQueue<LogLine> queue;
    private final String name;
    private final LogSink sink;
    private final Executor executor;
    private final FilterMeters.Counter written;
    private final FilterMeters.Counter dropped;
    private final AtomicBoolean hurrying = new AtomicBoolean();
    /** Held by who writes. */
    private final ReentrantLock writing = new ReentrantLock();
    // Whether the last write failed; a full disk is reported once, not every second.
    private volatile boolean failing;

    /**
     * Begins with an empty queue; {@link #drain} has to be called again and again.
     *
     * @param name of the log, for messages and meters
     * @param sink is closed with the writer
     * @param capacity lines that may wait
     */
    public LogWriter(String name, LogSink sink, int capacity, FilterContext context) {
        this.name = name;
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.sink = sink;
        this.executor = context.blockingExecutor();
        this.written = context.meters().counter("written_lines", "Lines written to the " + name);
        this.dropped = context.meters().counter("dropped_lines", "Lines that did not get into the " + name);
        context.meters().gauge("queued_lines", "Lines that wait to be written to the " + name, queue::size);
    }

    /** Takes a line, or drops it and counts that. */
    public void offer(LogLine line) {
        if (!queue.offer(line)) {
            dropped.increment();
        }
        boolean halfFull = queue.remainingCapacity() < queue.size();
        if (halfFull && !writing.isLocked() && hurrying.compareAndSet(false, true)) {
            hurry();
        }
    }

    // If the queue is already half full, the periodic run would come too late.
    private void hurry() {
        try {
            executor.execute(() -> {
                hurrying.set(false);
                drain();
            });
        } catch (RejectedExecutionException e) {
            hurrying.set(false);
        }
    }

    /** Writes all queued lines, unless another thread does. */
    public void drain() {
        if (writing.tryLock()) {
            try {
                writeQueued();
            } finally {
                writing.unlock();
            }
        }
    }

    private void writeQueued() {
        StringBuilder batch = new StringBuilder();
        int lines = 0;
        for (LogLine line = queue.poll(); line != null; line = queue.poll()) {
            line.appendTo(batch);
            lines++;
            if (batch.length() >= BATCH_CHARACTERS) {
                write(batch, lines);
                batch.setLength(0);
                lines = 0;
            }
        }
        if (lines > 0) {
            write(batch, lines);
        }
    }

    private void write(StringBuilder batch, int lines) {
        try {
            sink.write(batch.toString().getBytes(StandardCharsets.UTF_8));
            written.add(lines);
            failing = false;
        } catch (IOException e) {
            dropped.add(lines);
            if (!failing) {
                LOG.atWarn().setCause(e).log("the {} cannot be written, lines are dropped", name);
            }
            failing = true;
        }
    }

    /** Writes all queued lines and closes the sink; drops them and leaves it open if it has hung for seconds. */
    public void close() throws IOException {
        if (!isFree()) {
            dropped.add(queue.size());
            LOG.warn("the {} hangs, its last lines are dropped", name);
            return;
        }
        try {
            writeQueued();
            sink.close();
        } finally {
            writing.unlock();
        }
    }

    private boolean isFree() {
        try {
            return writing.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
