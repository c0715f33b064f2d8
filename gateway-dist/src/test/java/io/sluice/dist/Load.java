package io.sluice.dist;

import io.sluice.dist.KeepAliveConnection.Answer;
import io.sluice.dist.KeepAliveConnection.Request;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Sends requests of one kind over several keep-alive connections until stopped. One thread per connection; any thread
 * may read the results.
 */
final class Load implements AutoCloseable {

    private static final int FIRST_ERROR = 300;
    private static final long PAUSE_MILLIS = 3;
    private static final long LAST_ANSWER_SECONDS = 100;

    private final int port;
    private final IntFunction<Request> requests;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger succeeded = new AtomicInteger();
    private final List<Answer> failures = new CopyOnWriteArrayList<>();

    /**
     * Starts immediately.
     *
     * @param requests makes a request from its number, counted from 0
     */
    Load(int port, int connections, IntFunction<Request> requests) {
        this.port = port;
        this.requests = requests;
        for (int i = 0; i < connections; i++) {
            threads.execute(this::run);
        }
    }

    private void run() {
        try {
            while (stopped.getCount() > 0) {
                useConnection();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void useConnection() throws InterruptedException {
        try (KeepAliveConnection connection = new KeepAliveConnection(port)) {
            boolean usable = true;
            while (usable && !stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                Answer answer = connection.exchange(requests.apply(begun.getAndIncrement()));
                if (answer.status() < FIRST_ERROR) {
                    succeeded.incrementAndGet();
                } else {
                    failures.add(answer);
                }
                usable = answer.keepAlive();
            }
        } catch (IOException e) {
            failures.add(new Answer(0, String.valueOf(e), false));
        }
    }

    /** How many requests were answered well. */
    int succeeded() {
        return succeeded.get();
    }

    /** Every other answer; its status is 0 where the connection broke instead. */
    List<Answer> failures() {
        return failures;
    }

    /** Those failures that the gateway made, or that broke the connection to it. */
    List<Answer> failuresOfGateway() {
        return failures.stream()
                .filter(answer -> answer.status() == 0 || answer.body().contains("\"sluice_"))
                .toList();
    }

    /** Stops sending and waits for outstanding responses. */
    void stop() throws InterruptedException {
        stopped.countDown();
        threads.shutdown();
        if (!threads.awaitTermination(LAST_ANSWER_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("a request is not answered after " + LAST_ANSWER_SECONDS + " s");
        }
    }

    @Override
    public void close() {
        stopped.countDown();
        threads.shutdownNow();
    }
}
