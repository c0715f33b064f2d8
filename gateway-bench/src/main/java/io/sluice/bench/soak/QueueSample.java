package io.sluice.bench.soak;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.net.NodeHttp;
import java.io.IOException;
import java.util.Locale;

/** What a gateway says of a queue at a moment. */
record QueueSample(long records, long bytes, long oldestSeconds, long deadLetters, String problem) {
    private static final double MIB = 1024 * 1024;

    /**
     * Asks the admin endpoint.
     *
     * @throws IOException if it does not answer, or has no such queue
     */
    static QueueSample of(NodeHttp admin, String queue) throws IOException, InterruptedException {
        for (JsonNode row : admin.send("GET", "/queues", "").path("queues")) {
            if (row.path("name").asText().equals(queue)) {
                return new QueueSample(
                        row.path("records").asLong(),
                        row.path("bytes").asLong(),
                        row.path("oldest_seconds").asLong(),
                        row.path("dead_letters").asLong(),
                        row.path("problem").asText(""));
            }
        }
        throw new IOException("the gateway has no queue " + queue);
    }

    /** A counter of the queue, all its series together. */
    static long count(NodeHttp admin, String meter, String... tags) throws IOException, InterruptedException {
        String text = admin.ask("GET", "/metrics", "text/plain", new byte[0]).text();
        return text.lines()
                .filter(line -> line.startsWith(meter + "{"))
                .filter(line -> {
                    for (String tag : tags) {
                        if (!line.contains(tag)) {
                            return false;
                        }
                    }
                    return true;
                })
                .mapToLong(line -> Math.round(Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))))
                .sum();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d records, %.1f MiB, oldest %d s, %d dead letters%s",
                records,
                bytes / MIB,
                oldestSeconds,
                deadLetters,
                problem.isEmpty() ? "" : ", " + problem);
    }
}
