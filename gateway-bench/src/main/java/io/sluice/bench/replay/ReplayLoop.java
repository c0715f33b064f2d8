package io.sluice.bench.replay;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.bench.load.engine.AnswerReader;
import io.sluice.bench.load.engine.ConnectionOwner;
import io.sluice.bench.load.engine.LoadConnection;
import io.sluice.bench.load.result.Outcome;
import io.sluice.bench.load.result.Recorder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests when they are due, over connections of its own. Latency counts from when a request was due, whatever held it up. Everything
 * but {@link #start} and {@link #await} runs on the loop.
 */
final class ReplayLoop implements ConnectionOwner<ReplayRequest> {
    private static final long EXPIRE_MILLIS = 100;
    private static final long LOOK_NANOS = 500_000;
    /** What is due and not answered, so that a server that hangs does not fill the memory. */
    private static final int MOST = 20_000;

    private static final long MOST_BYTES = 256L << 20;

    private final EventLoop loop;
    private final ReplayPlan plan;
    private final ReplaySource source;
    private final ReplayDifferences differences;
    private final Recorder recorder = new Recorder();
    private final ConnectionOrder order = new ConnectionOrder(this::let);
    private final List<LoadConnection<ReplayRequest>> connections = new ArrayList<>();
    private final ArrayDeque<LoadConnection<ReplayRequest>> idle = new ArrayDeque<>();
    private final ArrayDeque<ConnectionOrder.Due> let = new ArrayDeque<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final long most;
    private long started;
    private long open;
    private long openBytes;
    private volatile long ended;

    ReplayLoop(EventLoop loop, ReplayPlan plan, ReplaySource source, ReplayDifferences differences) {
        this.loop = loop;
        this.plan = plan;
        this.source = source;
        this.differences = differences;
        // At full speed what is due is what there is room for.
        this.most = plan.speed() == 0 ? 2L * plan.connections() : MOST;
    }

    /** Begins to send. */
    void start(Bootstrap target) {
        loop.execute(() -> {
            started = System.nanoTime();
            for (int i = 0; i < plan.connections(); i++) {
                LoadConnection<ReplayRequest> connection = new LoadConnection<>(this, target, loop);
                connections.add(connection);
                idle.push(connection);
            }
            loop.scheduleAtFixedRate(this::expire, EXPIRE_MILLIS, EXPIRE_MILLIS, TimeUnit.MILLISECONDS);
            look();
        });
    }

    /** Waits until all is answered, or so long. */
    boolean await(long millis) throws InterruptedException {
        return over.await(millis, TimeUnit.MILLISECONDS);
    }

    /** How many requests have ended so far. */
    long ended() {
        return ended;
    }

    /** What was measured, once all is answered. */
    Recorder recorder() {
        return recorder;
    }

    @Override
    public long now() {
        return System.nanoTime() - started;
    }

    // Takes what is due, and comes back when the next is.
    private void look() {
        long wait = LOOK_NANOS;
        for (ReplayRequest next = source.peek(); next != null; next = source.peek()) {
            long due = due(next);
            wait = due - now();
            if (wait > 0 || open >= most || openBytes >= MOST_BYTES || differences.isFull()) {
                break;
            }
            source.poll();
            open++;
            openBytes += next.wire().readableBytes();
            order.due(new ConnectionOrder.Due(next, due));
        }
        if (open == 0 && source.isOver()) {
            connections.forEach(LoadConnection::close);
            over.countDown();
        } else {
            loop.schedule(this::look, Math.max(LOOK_NANOS, wait), TimeUnit.NANOSECONDS);
        }
    }

    private long due(ReplayRequest request) {
        return plan.speed() == 0 ? now() : Math.round(request.dueNanos() / plan.speed());
    }

    private void let(ConnectionOrder.Due due) {
        let.add(due);
        send();
    }

    private void send() {
        while (!let.isEmpty() && !idle.isEmpty()) {
            ConnectionOrder.Due next = let.remove();
            recorder.sent(next.request().wire().readableBytes());
            idle.pop().send(next.request(), next.nanos(), now());
        }
    }

    @Override
    public AnswerReader answer(ReplayRequest request, HttpResponse head) {
        return new ReplayAnswer(request.recorded(), head, plan.compared(), differences);
    }

    @Override
    public void ended(ReplayRequest request, Outcome outcome, long due, long sent) {
        long now = now();
        int second = (int) TimeUnit.NANOSECONDS.toSeconds(now);
        recorder.record(request.name(), outcome, Math.max(0, now - due), Math.max(0, now - sent), second);
        if (outcome.status() == 0) {
            differences.status(request.recorded(), 0);
        }
        open--;
        openBytes -= request.wire().readableBytes();
        request.wire().release();
        ended = recorder.requests();
        order.ended(request);
    }

    @Override
    public void free(LoadConnection<ReplayRequest> connection) {
        idle.push(connection);
        send();
    }

    private void expire() {
        long limit = now() - plan.timeout().toNanos();
        connections.forEach(connection -> connection.expire(limit));
    }
}
