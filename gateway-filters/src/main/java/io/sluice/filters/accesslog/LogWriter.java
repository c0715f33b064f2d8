package io.sluice.filters.accesslog;

import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue between the event loops and a sink. {@link #offer} never blocks: lines that do not fit are dropped
 * and counted. {@link #drain} may block and is run off the event loops, by one thread at a time.
 */
final class LogWriter {

    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
    private static final int BATCH_CHARACTERS = 64 * 1024;

    private final BlockingQueue<AccessLine> queue;
    private final LogSink sink;
    private final Executor executor;
    private final FilterMeters.Counter written;
    private final FilterMeters.Counter dropped;
    private final AtomicBoolean draining = new AtomicBoolean();
    // Whether the last write failed; a full disk is reported once, not every second.
    private volatile boolean failing;

    LogWriter(LogSink sink, int capacity, FilterContext context) {
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.sink = sink;
        this.executor = context.blockingExecutor();
        this.written = context.meters().counter("written_lines", "Lines written to the access log");
        this.dropped = context.meters().counter("dropped_lines", "Lines that did not get into the access log");
        context.meters().gauge("queued_lines", "Lines that wait to be written to the access log", queue::size);
    }

    void offer(AccessLine line) {
        if (!queue.offer(line)) {
            dropped.increment();
        }
        if (queue.remainingCapacity() < queue.size() && draining.compareAndSet(false, true)) {
            hurry();
        }
    }

    // If the queue is already half full, the periodic run would come too late.
    private void hurry() {
        try {
            executor.execute(() -> {
                draining.set(false);
                drain();
            });
        } catch (RejectedExecutionException e) {
            draining.set(false);
        }
    }

    /** Writes all queued lines. */
    synchronized void drain() {
        StringBuilder batch = new StringBuilder();
        int lines = 0;
        for (AccessLine line = queue.poll(); line != null; line = queue.poll()) {
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
                LOG.atWarn().setCause(e).log("access log cannot be written, lines are dropped");
            }
            failing = true;
        }
    }

    /** Writes all queued lines and closes the sink. */
    synchronized void close() throws IOException {
        drain();
        sink.close();
    }
}
