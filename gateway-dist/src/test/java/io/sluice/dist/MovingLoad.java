package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes and reads documents of one tenant until it is stopped, each writer its own documents, some of them with a routing, one request
 * after another. Knows what was acknowledged, so what each document may be.
 */
final class MovingLoad implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int WRITERS = 3;
    /** Between two requests of a writer, so that a move is not held up by the test's own requests above all. */
    private static final Duration PAUSE = Duration.ofMillis(4);

    private static final int IDS = 12;
    /** A writer deletes its oldest document without an id of its own once it has so many, so that long runs do not grow. */
    private static final int MOST_DRAWN = 100;

    /** One of so many requests is a change by query, after which documents are compared anew; each writer sends a few only. */
    private static final int BY_QUERY = 300;

    private static final int MOST_BY_QUERY = 2;

    private static final Pattern OWN = Pattern.compile("w[0-9]-([0-9]+)");
    private static final Set<Integer> UNKNOWN = Set.of(502, 503, 504);
    private static final String INDEX = "logs";

    private final String tenant;
    private final Supplier<List<URI>> gateways;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final List<Writer> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;
    private volatile boolean tolerating;

    /** @param gateways those that can be reached now */
    MovingLoad(String tenant, Supplier<List<URI>> gateways, long seed) {
        this.tenant = tenant;
        this.gateways = gateways;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < WRITERS; i++) {
            Writer writer = new Writer("w" + i, random.split());
            writers.add(writer);
            threads.add(Thread.ofPlatform().daemon().start(writer));
        }
    }

    /** What was answered otherwise than it should be. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** Whether a node is being killed: then requests may fail whose outcome nobody knows, as they do without a gateway. */
    void tolerate(boolean tolerate) {
        tolerating = tolerate;
    }

    /** How many documents without an id of the client's may be there or not. */
    int unanswered() {
        return unanswered.get();
    }

    /** How many requests were sent, and how long the slowest took. */
    String figures() {
        return requests + " requests, the slowest took " + longest + " ms, " + unanswered
                + " documents without an answer";
    }

    /** Ends the requests that are on their way, and then waits for all writers. */
    @Override
    public void close() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
        client.close();
    }

    /** What each document may be, by id: its value, or 0 if it may be missing. */
    Map<String, List<Integer>> expected() {
        Map<String, List<Integer>> expected = new TreeMap<>();
        writers.forEach(writer -> expected.putAll(writer.possible));
        return expected;
    }

    private final class Writer implements Runnable {
        private final String name;
        private final SplittableRandom random;
        /** By id; the last that was acknowledged first, then those whose outcome is not known. */
        private final Map<String, List<Integer>> possible = new TreeMap<>();

        private int value;
        private int byQueries;
        /** Those with drawn ids, oldest first. */
        private final Deque<String> drawn = new ArrayDeque<>();

        private Writer(String name, SplittableRandom random) {
            this.name = name;
            this.random = random;
        }

        @Override
        public void run() {
            try {
                while (!stopping) {
                    if (byQueries < MOST_BY_QUERY && random.nextInt(BY_QUERY) == 0) {
                        byQueries++;
                        byQuery();
                    }
                    switch (random.nextInt(6)) {
                        case 0 -> bulk();
                        case 1 -> read();
                        case 2 -> drawn();
                        case 3 -> one("DELETE", id(), "");
                        case 4 -> one("PUT", id(), "{\n  \"n\": %d\r\n}");
                        default -> one("PUT", id(), "{\"n\":%d}");
                    }
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | IOException e) {
                wrong.add(name + ": " + e);
            }
        }

        private static String document(String id) {
            String routing = routing(id);
            return "/" + INDEX + "/_doc/" + id + (routing.isEmpty() ? "" : "?routing=" + routing);
        }

        /** Two thirds of the documents with ids of the client's have one. */
        private static String routing(String id) {
            Matcher own = OWN.matcher(id);
            int number = own.matches() ? Integer.parseInt(own.group(1)) % 3 : 0;
            return number == 0 ? "" : "r" + number;
        }

        private String id() {
            return name + "-" + random.nextInt(IDS);
        }

        private void one(String method, String id, String body) throws InterruptedException {
            int next = body.isEmpty() ? 0 : ++value;
            // An empty routing is none to a write, but not to a read.
            String none = routing(id).isEmpty() && random.nextBoolean() ? "?routing=" : "";
            HttpResponse<String> answer = send(method, document(id) + none, body.formatted(next));
            boolean missing = next == 0 && answer != null && answer.statusCode() == 404;
            noted(id, next, answer != null && (answer.statusCode() < 300 || missing));
            if (answer != null && answer.statusCode() >= 300 && !missing) {
                wrong.add(method + " " + id + ": " + answer.statusCode() + " " + answer.body());
            }
        }

        private void drawn() throws InterruptedException, IOException {
            if (drawn.size() >= MOST_DRAWN) {
                one("DELETE", drawn.removeFirst(), "");
                return;
            }
            int next = ++value;
            HttpResponse<String> answer = send("POST", "/" + INDEX + "/_doc", "{\"n\":" + next + ",\"drawn\":true}");
            if (answer != null && answer.statusCode() == 201) {
                hasDrawn(MAPPER.readTree(answer.body()).path("_id").asText(), next);
            } else if (answer == null) {
                unanswered.incrementAndGet();
            } else {
                wrong.add("POST: " + answer.statusCode() + " " + answer.body());
            }
        }

        // Without a script it gives documents another version only. Elasticsearch 8 has no such endpoint here.
        private void byQuery() throws InterruptedException {
            HttpResponse<String> answer = send(
                    "POST",
                    "/" + INDEX + "/_update_by_query?conflicts=proceed",
                    "{\"query\":{\"range\":{\"n\":{\"lt\":10}}}}");
            if (answer != null && answer.statusCode() != 200 && !answer.body().contains("no handler found")) {
                wrong.add("by query: " + answer.statusCode() + " " + answer.body());
            }
        }

        private void bulk() throws InterruptedException, IOException {
            Map<String, Integer> items = new TreeMap<>();
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < IDS / 2; i++) {
                String id = id();
                if (items.putIfAbsent(id, value + 1) == null) {
                    body.append("{\"index\":{\"_index\":\"logs\",\"_id\":\"")
                            .append(id)
                            .append(
                                    routing(id).isEmpty() && random.nextBoolean()
                                            ? ""
                                            : "\",\"routing\":\"" + routing(id))
                            .append("\"}}\n{\"n\":");
                    body.append(++value).append("}\n");
                }
            }
            int last = ++value;
            body.append("{\"index\":{\"_index\":\"logs\"}}\n{\"n\":")
                    .append(last)
                    .append("}\n");
            HttpResponse<String> answer = send("POST", "/_bulk", body.toString());
            boolean known = answer != null && answer.statusCode() == 200;
            boolean errors =
                    known && MAPPER.readTree(answer.body()).path("errors").asBoolean();
            if (answer != null && (!known || errors && !tolerating)) {
                wrong.add("bulk: " + answer.statusCode() + " " + answer.body());
            }
            known &= !errors;
            boolean acknowledged = known;
            items.forEach((id, next) -> noted(id, next, acknowledged));
            if (acknowledged) {
                JsonNode results = MAPPER.readTree(answer.body()).path("items");
                hasDrawn(results.get(results.size() - 1).at("/index/_id").asText(), last);
            } else {
                unanswered.incrementAndGet();
            }
        }

        private void hasDrawn(String id, int value) {
            possible.put(id, List.of(value));
            drawn.addLast(id);
        }

        private void noted(String id, int next, boolean acknowledged) {
            List<Integer> now =
                    acknowledged ? new ArrayList<>() : new ArrayList<>(possible.getOrDefault(id, List.of(0)));
            now.add(next);
            possible.put(id, now);
        }

        // Whoever wrote the document knows what it must be by now, and nobody else writes it.
        private void read() throws InterruptedException, IOException {
            String id = id();
            HttpResponse<String> answer = send("GET", document(id), "");
            if (answer == null) {
                return;
            }
            JsonNode read = MAPPER.readTree(answer.body());
            int found = read.at("/_source/n").asInt();
            if (answer.statusCode() != 200 && answer.statusCode() != 404
                    || !possible.getOrDefault(id, List.of(0)).contains(found)) {
                wrong.add("GET " + id + ": " + answer.statusCode() + " " + answer.body() + ", may be "
                        + possible.get(id));
            }
        }
    }

    /** The answer of a gateway; null if its connection broke, or a node is being killed and it says that the outcome is not known. */
    private HttpResponse<String> send(String method, String target, String body) throws InterruptedException {
        List<URI> all = gateways.get();
        URI gateway = all.get((int) (requests.incrementAndGet() % all.size()));
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway + target))
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("X-Tenant", tenant)
                .header("Content-Type", target.contains("_bulk") ? "application/x-ndjson" : "application/json")
                .build();
        long began = System.nanoTime();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            longest.accumulateAndGet(Duration.ofNanos(System.nanoTime() - began).toMillis(), Math::max);
            return tolerating && UNKNOWN.contains(answer.statusCode()) ? null : answer;
        } catch (IOException e) {
            return null;
        }
    }
}
