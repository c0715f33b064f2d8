package io.sluice.dist;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/**
 * Clients that write counters, each of which one client counts up, and events without ids, in bulks. They note what was acknowledged.
 * While the gateway is away they wait until they are told of another; so they do when they are far ahead of what is asked for, since what
 * they write has to be drained.
 */
final class QueueLoad implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int COUNTERS = 3;
    private static final int ITEMS = 10;
    /** Bulks after each time that some were waited for, at most. */
    private static final int AHEAD = 100;
    /** How many a load has. */
    private static final long NUMBERS = 1_000_000_000;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Object moved = new Object();
    private final Semaphore ahead = new Semaphore(AHEAD);
    private final AtomicLong numbers;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Map<String, Long> acknowledgedCounters = new ConcurrentHashMap<>();
    private final Map<String, Long> sentCounters = new ConcurrentHashMap<>();
    private final Set<Long> acknowledgedEvents = ConcurrentHashMap.newKeySet();
    private final Set<Long> sentEvents = ConcurrentHashMap.newKeySet();
    private volatile URI gateway;
    private volatile boolean stopped;

    QueueLoad(URI gateway, int clients) {
        this(gateway, clients, 0);
    }

    /** @param part of several loads, each of which writes counters and events of its own */
    QueueLoad(URI gateway, int clients, int part) {
        this.gateway = gateway;
        this.numbers = new AtomicLong(part * NUMBERS);
        for (int i = 0; i < clients; i++) {
            String name = "c" + part + "-" + i + "-";
            threads.execute(() -> write(name));
        }
    }

    /** What one bulk has. */
    private final class Bulk {
        private final StringBuilder body = new StringBuilder();
        private final Map<String, Long> counters = new HashMap<>();
        private final Set<Long> events = new HashSet<>();

        Bulk(String client, SplittableRandom random) {
            for (int i = 0; i < ITEMS; i++) {
                long number = numbers.incrementAndGet();
                String source = "{\"n\":" + number + "}\n";
                if (random.nextBoolean()) {
                    body.append("{\"index\":{\"_index\":\"events\"}}\n").append(source);
                    events.add(number);
                } else {
                    String id = client + random.nextInt(COUNTERS);
                    body.append("{\"index\":{\"_index\":\"counters\",\"_id\":\"" + id + "\"}}\n")
                            .append(source);
                    counters.put(id, number);
                }
            }
            sentEvents.addAll(events);
            sentCounters.putAll(counters);
        }

        void acknowledge() {
            acknowledgedEvents.addAll(events);
            acknowledgedCounters.putAll(counters);
            acknowledged.incrementAndGet();
        }
    }

    private void write(String name) {
        SplittableRandom random = new SplittableRandom();
        while (!stopped) {
            try {
                ahead.acquire();
            } catch (InterruptedException e) {
                return;
            }
            URI to = gateway;
            Bulk bulk = new Bulk(name, random);
            try {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(to.resolve("/_bulk"))
                                .header("Content-Type", "application/x-ndjson")
                                .timeout(Duration.ofSeconds(60))
                                .POST(HttpRequest.BodyPublishers.ofString(bulk.body.toString()))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() != 200
                        || MAPPER.readTree(answer.body()).path("errors").asBoolean(true)) {
                    throw new IOException("not kept: " + answer.statusCode() + " " + answer.body());
                }
                bulk.acknowledge();
            } catch (IOException e) {
                failed.incrementAndGet();
                awaitAnother(to);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void awaitAnother(URI gone) {
        synchronized (moved) {
            while (gateway.equals(gone) && !stopped) {
                try {
                    moved.wait();
                } catch (InterruptedException e) {
                    stopped = true;
                }
            }
        }
    }

    /** The gateway is there now. */
    void moveTo(URI other) {
        synchronized (moved) {
            gateway = other;
            moved.notifyAll();
        }
    }

    /** Waits until so many bulks more are acknowledged. */
    void awaitMore(int bulks) {
        int before = acknowledged.get();
        ahead.drainPermits();
        ahead.release(AHEAD);
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> acknowledged.get() >= before + bulks);
    }

    /** Ends the clients with the bulks that are on their way. */
    void stop() throws InterruptedException {
        stopped = true;
        ahead.release(AHEAD);
        moveTo(gateway);
        threads.shutdown();
        threads.awaitTermination(90, TimeUnit.SECONDS);
    }

    Map<String, Long> acknowledgedCounters() {
        return acknowledgedCounters;
    }

    Map<String, Long> sentCounters() {
        return sentCounters;
    }

    Set<Long> acknowledgedEvents() {
        return acknowledgedEvents;
    }

    Set<Long> sentEvents() {
        return sentEvents;
    }

    @Override
    public String toString() {
        return acknowledged + " bulks acknowledged, " + failed + " not, " + acknowledgedEvents.size() + " events";
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
        client.shutdownNow();
    }
}
