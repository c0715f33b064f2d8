package io.sluice.bench.replay;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestTarget;
import io.sluice.chain.ReadingRequest;
import io.sluice.recording.RecordedExchange;
import io.sluice.recording.RecordingException;
import io.sluice.recording.RecordingReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads recordings on a thread of its own, in the order in which requests began: files have them in the order in which they ended, and there
 * may be several of one time. Looks so far ahead as memory allows: one that took longer than that is given behind others that began after it,
 * and is due with the last of these. Safe for one reader beside that thread.
 */
final class ReplaySource implements AutoCloseable {
    private static final int LOOK_AHEAD = 32_768;
    private static final long LOOK_AHEAD_BYTES = 64L << 20;
    private static final int READY = 1_024;
    private static final long READY_BYTES = 64L << 20;
    private static final long PAUSE_NANOS = 1_000_000;

    private final ReplayPlan plan;
    private final int lookAhead;
    private final RequestWriter writer;
    private final List<Open> open = new ArrayList<>();
    private final PriorityQueue<RecordedExchange> ahead =
            new PriorityQueue<>(Comparator.comparing(RecordedExchange::began));
    private final BlockingQueue<ReplayRequest> ready = new ArrayBlockingQueue<>(READY);
    private final List<String> problems = new ArrayList<>();
    private final AtomicLong readyBytes = new AtomicLong();
    private long aheadBytes;
    private @Nullable Instant first;
    private volatile boolean ended;
    private volatile boolean closed;
    private final AtomicLong handles = new AtomicLong();
    private final AtomicLong odd = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private long lastDue;

    /** A file, and the request that it gives next. */
    private record Open(RecordingReader reader, RecordedExchange next) {}

    ReplaySource(ReplayPlan plan) {
        this(plan, LOOK_AHEAD);
    }

    /** @param lookAhead how many requests are read to find the next one */
    ReplaySource(ReplayPlan plan, int lookAhead) {
        this.plan = plan;
        this.lookAhead = lookAhead;
        this.writer = new RequestWriter(plan);
        Thread.ofPlatform().daemon().name("replay-source").start(this::run);
    }

    /** The next request; null if none is ready. */
    @Nullable ReplayRequest poll() {
        ReplayRequest next = ready.poll();
        if (next != null) {
            readyBytes.addAndGet(-next.wire().readableBytes());
        }
        return next;
    }

    /** The next request without taking it; null if none is ready. */
    @Nullable ReplayRequest peek() {
        return ready.peek();
    }

    /** Whether no more come. */
    boolean isOver() {
        return ended && ready.isEmpty();
    }

    /** Requests that were not given, since they go on with something that only the recorded cluster had. */
    long handles() {
        return handles.get();
    }

    /** Requests that were not given, since their method, target or headers cannot be sent. */
    long odd() {
        return odd.get();
    }

    /** Requests that were given behind others which had begun after them. */
    long late() {
        return late.get();
    }

    /** What could not be read, once it is over. */
    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    private void run() {
        try {
            for (Path file : plan.files()) {
                advance(RecordingReader.open(file));
            }
            while (!closed && fill()) {
                give(ahead.remove());
            }
        } catch (InterruptedException e) {
            problem("the replay was ended");
        } catch (Throwable e) {
            // Whatever it is, the rest is not sent, which must not look like the end of the recording.
            problem("the rest is not sent: " + e);
        } finally {
            open.forEach(one -> close(one.reader()));
            ended = true;
        }
    }

    /** Reads until enough is seen to say which request is next; false if there are no more. */
    private boolean fill() {
        while (!open.isEmpty() && ahead.size() < lookAhead && aheadBytes < LOOK_AHEAD_BYTES) {
            Open earliest = open.stream()
                    .min(Comparator.comparing(one -> one.next().began()))
                    .orElseThrow();
            open.remove(earliest);
            ahead.add(earliest.next());
            aheadBytes += earliest.next().body().length;
            advance(earliest.reader());
        }
        return !ahead.isEmpty();
    }

    private void advance(RecordingReader reader) {
        try {
            RecordedExchange next = reader.next();
            if (next != null) {
                open.add(new Open(reader, next));
                return;
            }
        } catch (RecordingException e) {
            problem(e.getMessage() + "; the requests before it are sent");
        } catch (IOException e) {
            problem(String.valueOf(e.getMessage()));
        }
        close(reader);
    }

    private void give(RecordedExchange next) throws InterruptedException {
        aheadBytes -= next.body().length;
        String name;
        ByteBuf wire;
        try {
            name = RequestWriter.name(next);
            wire = writer.wire(next);
        } catch (IllegalArgumentException e) {
            odd.incrementAndGet();
            return;
        }
        if (ReadingRequest.isOneOfSeveral(next.method(), RequestTarget.parse(next.target()))) {
            handles.incrementAndGet();
            return;
        }
        if (first == null) {
            first = next.began();
        }
        long began = Math.max(0, Duration.between(first, next.began()).toNanos());
        if (began < lastDue) {
            late.incrementAndGet();
        }
        lastDue = Math.max(lastDue, began);
        ReplayRequest request = new ReplayRequest(withoutBody(next), name, wire, began, lastDue);
        while (!closed && readyBytes.get() >= READY_BYTES) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        readyBytes.addAndGet(request.wire().readableBytes());
        while (!closed && !ready.offer(request, 100, TimeUnit.MILLISECONDS)) {
            // The load is slower than the disk.
        }
    }

    private RecordedExchange withoutBody(RecordedExchange from) {
        return new RecordedExchange(
                from.began(),
                from.tookNanos(),
                from.connection(),
                from.tenant(),
                from.method(),
                from.target(),
                List.of(),
                new byte[0],
                from.status(),
                plan.compared() == ReplayPlan.Compared.BODY ? from.answer() : null);
    }

    private synchronized void problem(String what) {
        problems.add(what);
    }

    private static void close(RecordingReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the thread end. */
    @Override
    public void close() {
        closed = true;
    }
}
