package io.sluice.dist;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;

/** Sends bulks from several clients at once until stopped, and records their results. One thread per client. */
final class BulkLoad implements AutoCloseable {

    private static final long PAUSE_MILLIS = 3;
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(100);

    private final URI address;
    private final IntFunction<Bulk> bulks;
    private final ObjectMapper mapper = new ObjectMapper();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final BulkOutcomes outcomes = new BulkOutcomes();

    /** A bulk and the ids of its items. */
    record Bulk(String target, String body, String[] ids) {}

    /**
     * Starts immediately.
     *
     * @param bulks makes a bulk from its number, counted from 0; called by all clients
     */
    BulkLoad(URI address, int clients, IntFunction<Bulk> bulks) {
        this.address = address;
        this.bulks = bulks;
        for (int i = 0; i < clients; i++) {
            threads.execute(this::run);
        }
    }

    private void run() {
        try {
            while (!stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                send(bulks.apply(begun.getAndIncrement()));
                answered.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Bulk bulk) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(bulk.target()))
                .POST(HttpRequest.BodyPublishers.ofString(bulk.body()))
                .header("Content-Type", "application/x-ndjson")
                .timeout(ANSWER_TIMEOUT)
                .build();
        HttpResponse<InputStream> response;
        try {
            response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            synchronized (outcomes) {
                outcomes.unanswered(e);
            }
            return;
        }
        try (InputStream body = response.body()) {
            read(bulk, response.statusCode(), body.readAllBytes());
        } catch (IOException e) {
            synchronized (outcomes) {
                outcomes.cutOff();
            }
        }
    }

    private void read(Bulk bulk, int status, byte[] body) throws IOException {
        synchronized (outcomes) {
            if (status == 200) {
                outcomes.answered(bulk.ids(), mapper.readTree(body));
            } else {
                outcomes.refused(status, mapper.readTree(body));
            }
        }
    }

    /** Number of bulks in progress. */
    int inFlight() {
        return begun.get() - answered.get();
    }

    /** Waits until the given number of further bulks was answered. */
    void awaitAnswers(int more) {
        int before = answered.get();
        Awaitility.await().atMost(ANSWER_TIMEOUT).until(() -> answered.get() >= before + more);
    }

    /** Stops sending, waits for outstanding responses, and returns the outcomes. */
    BulkOutcomes stop() throws InterruptedException {
        stopped.countDown();
        threads.shutdown();
        if (!threads.awaitTermination(ANSWER_TIMEOUT.toSeconds() + 10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("a bulk is not answered");
        }
        return outcomes;
    }

    @Override
    public void close() {
        stopped.countDown();
        threads.shutdownNow();
        client.shutdownNow();
    }
}
