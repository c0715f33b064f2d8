package io.sluice.dist;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests at fixed times on keep-alive connections, whatever the answers take, until it is closed. A connection is opened anew only if
 * the gateway said {@code Connection: close}.
 */
final class SteadyLoad implements AutoCloseable {

    private static final int MAX_FAILURES = 20;

    private final List<Thread> clients = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong opened = new AtomicLong();
    private volatile boolean stopping;

    /** Opens a connection. */
    interface Opener {
        KeepAliveConnection open() throws IOException;
    }

    /** Starts a client that sends a request at each of these times. */
    void start(Duration period, KeepAliveConnection.Request request, Opener opener) {
        clients.add(Thread.ofPlatform().daemon().start(() -> run(period, request, opener)));
    }

    private void run(Duration period, KeepAliveConnection.Request request, Opener opener) {
        KeepAliveConnection connection = null;
        long next = System.nanoTime();
        while (!stopping && failures.size() < MAX_FAILURES) {
            LockSupport.parkNanos(next - System.nanoTime());
            next += period.toNanos();
            try {
                if (connection == null) {
                    connection = opener.open();
                    opened.incrementAndGet();
                }
                KeepAliveConnection.Answer answer = connection.exchange(request);
                if (answer.status() == 200) {
                    answered.incrementAndGet();
                } else {
                    failures.add(answer.toString());
                }
                if (!answer.keepAlive()) {
                    connection.close();
                    connection = null;
                }
            } catch (IOException e) {
                failures.add(request.target() + ": " + e);
                connection = null;
            }
        }
    }

    List<String> failures() {
        return failures;
    }

    long answered() {
        return answered.get();
    }

    /** The connections that were opened. */
    long opened() {
        return opened.get();
    }

    @Override
    public void close() throws InterruptedException {
        stopping = true;
        for (Thread client : clients) {
            client.join(Duration.ofSeconds(20));
        }
    }
}
