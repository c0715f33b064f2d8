package io.sluice.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Connections that each send a request's head a byte at a time and never end it. For one thread. */
final class SlowHeads implements AutoCloseable {

    private static final long BETWEEN_BYTES_MILLIS = 250;

    /** How many were ended with 408, and how long after their first byte the first and the last of them. */
    record Result(int timedOut, long firstMillis, long lastMillis) {}

    private record Head(SocketChannel channel, long begun) {}

    private final IdleConnections connections;
    private final ByteBuffer answer = ByteBuffer.allocate(1_024);
    private final List<Head> open = new ArrayList<>();
    private int timedOut;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;

    SlowHeads(int port) {
        connections = new IdleConnections(port);
    }

    /** Opens connections and sends the beginning of a head on each. */
    void open(int count) throws IOException {
        connections.open(count);
        for (SocketChannel channel : connections.channels()) {
            open.add(new Head(channel, System.nanoTime()));
            channel.write(US_ASCII.encode("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "));
            channel.configureBlocking(false);
        }
    }

    /** Goes on sending until the gateway has ended all of them, or the time is over. */
    Result sendUntilAllEnd(Duration atMost) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        while (!open.isEmpty() && System.nanoTime() - deadline < 0) {
            List<Head> ended = new ArrayList<>();
            for (Head head : open) {
                if (goOn(head)) {
                    ended.add(head);
                }
            }
            open.removeAll(ended);
            never.await(BETWEEN_BYTES_MILLIS, TimeUnit.MILLISECONDS);
        }
        return new Result(timedOut, firstNanos / 1_000_000, lastNanos / 1_000_000);
    }

    /** Sends one more byte unless the gateway has answered; whether it has. */
    private boolean goOn(Head head) throws IOException {
        int read = head.channel().read(answer.clear());
        if (read == 0) {
            head.channel().write(US_ASCII.encode("x"));
            return false;
        }
        if (read > 0 && US_ASCII.decode(answer.flip()).toString().startsWith("HTTP/1.1 408 ")) {
            long nanos = System.nanoTime() - head.begun();
            timedOut++;
            firstNanos = Math.min(firstNanos, nanos);
            lastNanos = Math.max(lastNanos, nanos);
        }
        head.channel().close();
        return true;
    }

    @Override
    public void close() throws IOException {
        connections.close();
    }
}
