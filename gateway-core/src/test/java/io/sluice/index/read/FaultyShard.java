package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.index.call.CallTerms;
import io.sluice.index.call.ClusterCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One shard that answers searches for ranges of numbers, and fails as it is told to. */
public final class FaultyShard implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What goes wrong with one request. */
    public enum Fault {
        NONE,
        BUSY,
        GONE,
        HANG,
        CUT,
        UNSORTED,
        PARTIAL,
        /** A node that was stopped early, which says so. */
        EARLY,
        /** No hits, though the answer counts some. */
        EMPTY,
        /** The first hit is left out. */
        INCOMPLETE,
        /** An answer without any word of hits. */
        MUTE
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private final NavigableMap<Long, List<String>> documents = new TreeMap<>();

    /** Faults of the next requests. */
    public final ConcurrentLinkedQueue<Fault> faults = new ConcurrentLinkedQueue<>();
    /** How many searches there were. */
    public final AtomicInteger searches = new AtomicInteger();
    /** Points in time and scrolls that are open. */
    public final AtomicInteger open = new AtomicInteger();

    /** What tells its documents from those of a snapshot that is restored in their place. */
    public volatile String history = "h";

    /** Whether a pipeline leaves out all documents of searches that name the index, unless they say that they pass none. */
    public volatile boolean hides;

    /** How many documents an answer of a scroll has at most, whatever it asks for. */
    public volatile int mostOfScroll = 3;

    private long position;
    private int scrollSize;
    private long scrollTotal;

    /** Starts it. */
    public FaultyShard() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** A document of this number, beside others that have it. */
    public void put(long seqNo, String source) {
        documents.computeIfAbsent(seqNo, any -> new ArrayList<>()).add(source);
    }

    /** Calls of it, with little patience. */
    public ClusterCalls calls(Duration timeout, int maxAnswer) throws Exception {
        String node = "http://127.0.0.1:" + server.getAddress().getPort();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + node + "'] }", "test", Path.of("."), ClusterConfig.class);
        return new ClusterCalls(config, new CallTerms(timeout, Duration.ofSeconds(60), maxAnswer));
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] request = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        boolean search = path.contains("_search");
        Fault fault = search && exchange.getRequestMethod().equals("POST") ? faults.poll() : null;
        try (exchange) {
            if (fault == Fault.HANG) {
                end.await(60, TimeUnit.SECONDS);
            } else if (fault == Fault.BUSY) {
                send(exchange, 429, "{\"error\":{\"reason\":\"busy\"},\"status\":429}");
            } else if (fault == Fault.GONE) {
                send(exchange, 404, "{\"error\":{\"reason\":\"no search context found\"},\"status\":404}");
            } else {
                String description = description(path);
                if (description == null) {
                    body(exchange, path, request, fault);
                } else {
                    send(exchange, 200, description);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // What the server says of the index; null for other requests.
    private @Nullable String description(String path) {
        long last = documents.isEmpty() ? -1 : documents.lastKey();
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "i" ->
                "{\"i\":{\"settings\":{\"index\":{\"uuid\":\"u\",\"number_of_shards\":\"1\"}},\"mappings\":{},\"aliases\":{}}}";
            case "_count" -> "{\"count\":" + documents.size() + ",\"_shards\":{\"failed\":0}}";
            case "_stats" ->
                "{\"indices\":{\"i\":{\"shards\":{\"0\":[{\"routing\":{\"primary\":true},\"seq_no\":{\"max_seq_no\":"
                        + last
                        + ",\"global_checkpoint\":" + last + "},\"commit\":{\"user_data\":{\"history_uuid\":\""
                        + history
                        + "\"}}}]}}}}";
            default -> null;
        };
    }

    private void body(HttpExchange exchange, String path, byte[] request, @Nullable Fault fault) throws IOException {
        String method = exchange.getRequestMethod();
        if (method.equals("DELETE")) {
            open.decrementAndGet();
            send(exchange, 200, "{}");
        } else if (path.endsWith("/point_in_time") && hides) {
            send(exchange, 400, "{\"error\":{\"reason\":\"Pipeline p is not defined\"},\"status\":400}");
        } else if (path.endsWith("/_pit")) {
            open.incrementAndGet();
            send(exchange, 200, "{\"id\":\"p\"}");
        } else if (path.endsWith("/scroll")) {
            send(exchange, 200, faulty(hits(position, Long.MAX_VALUE, scrollSize, false), scrollTotal, fault));
        } else {
            searches.incrementAndGet();
            JsonNode search = MAPPER.readTree(request);
            String query = exchange.getRequestURI().getQuery();
            boolean scroll = query != null && query.contains("scroll=");
            if (scroll) {
                open.incrementAndGet();
            }
            JsonNode range = search.at("/query/range/_seq_no");
            boolean last = search.at("/sort/0/_seq_no/order").asText().equals("desc");
            long after = last ? documents.lastKey() - 1 : range.path("gt").asLong();
            boolean past = query != null && query.contains("search_pipeline=_none");
            boolean hidden = hides && !past && !path.startsWith("/_search");
            long upTo = hidden ? after : range.path("lte").asLong(Long.MAX_VALUE);
            if (past && !hides) {
                send(exchange, 400, "{\"error\":{\"reason\":\"unrecognized parameter\"},\"status\":400}");
                return;
            }
            long total =
                    found(after, upTo).values().stream().mapToLong(List::size).sum();
            scrollTotal = scroll ? total : scrollTotal;
            int size = search.path("size").asInt();
            if (scroll) {
                size = Math.min(mostOfScroll, size);
                scrollSize = size;
            }
            String answer = faulty(hits(after, upTo, size, fault == Fault.UNSORTED), total, fault);
            if (fault == Fault.CUT) {
                byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
                exchange.getResponseBody().flush();
            } else {
                send(exchange, 200, answer);
            }
        }
    }

    private static String faulty(List<String> hits, long total, @Nullable Fault fault) {
        List<String> shown =
                fault == Fault.EMPTY ? List.of() : fault == Fault.INCOMPLETE ? hits.subList(1, hits.size()) : hits;
        return "{\"timed_out\":false,\"_scroll_id\":\"s\",\"_shards\":{\"total\":1,\"successful\":1,\"failed\":"
                + (fault == Fault.PARTIAL ? 1 : 0) + "}"
                + (fault == Fault.EARLY ? ",\"terminated_early\":true" : "")
                + (fault == Fault.MUTE
                        ? "}"
                        : ",\"hits\":{\"total\":{\"value\":" + total + ",\"relation\":\"eq\"},\"hits\":["
                                + String.join(",", shown) + "]}}");
    }

    private NavigableMap<Long, List<String>> found(long after, long upTo) {
        return upTo <= after ? new TreeMap<>() : documents.subMap(after, false, upTo, true);
    }

    private List<String> hits(long after, long upTo, int size, boolean unsorted) {
        NavigableMap<Long, List<String>> found = found(after, upTo);
        List<String> hits = new ArrayList<>();
        (unsorted ? found.descendingMap() : found).forEach((seqNo, sources) -> {
            for (int i = 0; i < sources.size() && hits.size() < size; i++) {
                position = seqNo;
                hits.add("{\"_id\":\"" + seqNo + "-" + i + "\",\"_version\":1,\"_primary_term\":1,\"_seq_no\":" + seqNo
                        + ",\"_source\":" + sources.get(i) + "}");
            }
        });
        return hits;
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
