package io.sluice.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.net.NodeHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** A client of the cluster itself beside the queue, of one kind: each of its requests is due at a fixed time. For one thread. */
final class OutageProbe implements Runnable {
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int LIVE_DOCUMENTS = 1_000;
    private static final int MISSING = 404;

    private final Kind kind;
    private final NodeHttp cluster;
    private final OutageWatch watch;
    private final Tally tally;
    private final RandomGenerator random;
    private final OutageLatencies latencies;
    private final Map<Integer, Long> seen = new HashMap<>();

    /** What a client does. */
    enum Kind {
        WRITE,
        READ,
        SEARCH
    }

    /** @param cluster becomes the probe's */
    OutageProbe(Kind kind, NodeHttp cluster, OutageWatch watch, Tally tally, RandomGenerator random) {
        this.kind = kind;
        this.latencies = new OutageLatencies(kind.name().toLowerCase(Locale.ROOT) + " at the cluster");
        this.cluster = cluster;
        this.watch = watch;
        this.tally = tally;
        this.random = random;
    }

    /** Goes on until its thread is interrupted. */
    @Override
    public void run() {
        try (cluster) {
            go();
        }
    }

    private void go() {
        long due = System.nanoTime();
        while (true) {
            due += EVERY.toNanos();
            try {
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                request(due);
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    private void request(long due) throws InterruptedException {
        try {
            switch (kind) {
                case WRITE -> cluster.send("PUT", "/live/_doc/" + random.nextInt(LIVE_DOCUMENTS), "{\"n\":1}");
                case READ -> read(random.nextInt(OutageDocuments.LASTING));
                case SEARCH ->
                    cluster.send(
                            "POST",
                            "/" + OutageDocuments.INDEX + "/_search",
                            "{\"size\":10,\"sort\":[{\"n\":{\"order\":\"desc\",\"unmapped_type\":\"long\"}}]}");
            }
            watch.there();
            latencies.record(watch.phase(), System.nanoTime() - due);
        } catch (IOException e) {
            watch.away();
            latencies.fail(watch.phase());
        }
    }

    // A document's greatest value is the number of its newest operation, so it never becomes less.
    private void read(int number) throws IOException, InterruptedException {
        NodeHttp.Answer answer =
                cluster.ask("GET", "/" + OutageDocuments.INDEX + "/_doc/" + number, "application/json", new byte[0]);
        JsonNode shown = OutageDocuments.MAPPER.readTree(answer.body());
        if (answer.status() == MISSING && shown.path("found").isBoolean()) {
            if (seen.containsKey(number)) {
                tally.fault("document " + number + " was there, and is not any more");
            }
            return;
        }
        if (!answer.succeeded()) {
            throw new IOException("answered with " + answer.status());
        }
        long newest = 0;
        for (JsonNode value : shown.path("_source")) {
            newest = Math.max(newest, value.asLong());
        }
        long before = seen.getOrDefault(number, 0L);
        if (newest < before) {
            tally.fault("document %d went back from operation %d to %d".formatted(number, before, newest));
        }
        seen.put(number, newest);
        tally.read(1);
    }

    String table() {
        return latencies.table();
    }
}
