package io.sluice.bench.load.engine;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.bench.load.request.PreparedRequest;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.Outcome;
import io.sluice.bench.load.result.Recorder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One event loop's part of a run: its connections, its share of the arrivals, its measurements. Everything but
 * {@link #start} and {@link #stop} runs on the loop.
 */
final class LoadLoop implements ConnectionOwner<PreparedRequest> {
    private static final long STALL_NANOS = 50_000;

    private final EventLoop loop;
    private final LoadOptions options;
    private final RequestSource source;
    private final RunClock clock;
    private final @Nullable ArrivalClock arrivals;
    private final Recorder recorder = new Recorder();
    private final List<LoadConnection<PreparedRequest>> connections = new ArrayList<>();
    /** Connections that may send, each listed as often as it may send. */
    private final ArrayDeque<LoadConnection<PreparedRequest>> idle = new ArrayDeque<>();
    /** When requests were due that no connection was free for, in order: nanoseconds of the run's clock. */
    private final ArrayDeque<Long> overdue = new ArrayDeque<>();

    /** When requests were due that a connection is free for, and that were not made in time. */
    private final ArrayDeque<Long> unmade = new ArrayDeque<>();

    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean stopping;
    /** When the next request is due that nobody has looked at. */
    private long nextArrival = Long.MAX_VALUE;

    LoadLoop(
            EventLoop loop,
            LoadOptions options,
            RequestSource source,
            RunClock clock,
            @Nullable ArrivalClock arrivals) {
        this.loop = loop;
        this.options = options;
        this.source = source;
        this.clock = clock;
        this.arrivals = arrivals;
    }

    /**
     * Opens {@code count} connections to the targets in turn, from the number {@code first} on, and begins to send; the first
     * loop that does begins the run's time.
     */
    void start(List<Bootstrap> targets, int first, int count) {
        loop.execute(() -> {
            clock.begin();
            for (int i = 0; i < count; i++) {
                LoadConnection<PreparedRequest> connection =
                        new LoadConnection<>(this, targets.get((first + i) % targets.size()), loop);
                connections.add(connection);
                for (int request = 0; request < options.pipelined(); request++) {
                    free(connection);
                }
            }
            if (arrivals != null) {
                awaitArrival(arrivals, arrivals.next());
            }
            loop.scheduleAtFixedRate(this::expire, 100, 100, TimeUnit.MILLISECONDS);
        });
    }

    /** Sends nothing more, and waits until what was sent is answered or has timed out. */
    Recorder stop() throws InterruptedException {
        loop.execute(() -> {
            stopping = true;
            addUnseen();
            notSent(unmade);
            notSent(overdue);
            stopWhenQuiet();
        });
        stopped.await();
        return recorder;
    }

    private void notSent(ArrayDeque<Long> dues) {
        // None of its time was the server's.
        dues.forEach(due -> record("(not sent)", Outcome.unanswered(Outcome.Kind.TIMEOUT), due, clock.now()));
        dues.clear();
    }

    /** The loop may have been too busy to look at what was due last. */
    private void addUnseen() {
        if (arrivals != null) {
            for (long due = nextArrival; clock.measures(due); due = arrivals.next()) {
                overdue.add(due);
            }
        }
    }

    @Override
    public long now() {
        return clock.now();
    }

    @Override
    public AnswerReader answer(PreparedRequest request, HttpResponse head) {
        return new Answer(request.spec(), head);
    }

    @Override
    public void free(LoadConnection<PreparedRequest> connection) {
        if (stopping) {
            stopWhenQuiet();
        } else if (clock.hasEnough()) {
            idle.push(connection);
        } else if (arrivals == null) {
            send(connection, -1);
        } else if (!overdue.isEmpty()) {
            send(connection, overdue.remove());
        } else {
            idle.push(connection);
        }
    }

    @Override
    public void ended(PreparedRequest request, Outcome outcome, long due, long sent) {
        if (clock.measures(due)) {
            recorder.sent(request.bodyBytes());
            record(String.valueOf(request.spec().name()), outcome, due, sent);
        }
        source.done(request);
    }

    private void record(String name, Outcome outcome, long due, long sent) {
        if (clock.measures(due)) {
            long now = clock.now();
            recorder.record(name, outcome, Math.max(0, now - due), Math.max(0, now - sent), clock.second(now));
            clock.counted(outcome);
        }
    }

    /** Sends the next request over an idle connection; a {@code due} below 0 means now. */
    private void send(LoadConnection<PreparedRequest> connection, long due) {
        PreparedRequest request = source.poll();
        if (request != null) {
            long now = clock.now();
            connection.send(request, due < 0 ? now : due, now);
            return;
        }
        recorder.stalled();
        if (due >= 0) {
            unmade.add(due);
        }
        loop.schedule(() -> retry(connection, due), STALL_NANOS, TimeUnit.NANOSECONDS);
    }

    private void retry(LoadConnection<PreparedRequest> connection, long due) {
        if (!stopping) {
            unmade.remove(due);
            send(connection, due);
        }
    }

    private void awaitArrival(ArrivalClock from, long due) {
        nextArrival = due;
        long wait = due - clock.now();
        loop.schedule(() -> arrive(from, due), Math.max(0, wait), TimeUnit.NANOSECONDS);
    }

    /** Serves every request that is due by now, and waits for the next. */
    private void arrive(ArrivalClock from, long first) {
        long due = first;
        while (!stopping && !clock.hasEnough() && due <= clock.now()) {
            LoadConnection<PreparedRequest> connection = idle.poll();
            if (connection == null) {
                overdue.add(due);
            } else {
                send(connection, due);
            }
            due = from.next();
        }
        if (!stopping) {
            awaitArrival(from, due);
        }
    }

    private void expire() {
        long limit = clock.now() - options.timeout().toNanos();
        connections.forEach(connection -> connection.expire(limit));
    }

    private void stopWhenQuiet() {
        if (connections.stream().noneMatch(LoadConnection::busy)) {
            connections.forEach(LoadConnection::close);
            stopped.countDown();
        }
    }
}
