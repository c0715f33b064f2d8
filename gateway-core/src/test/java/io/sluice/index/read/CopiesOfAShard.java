package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A shard with a primary and a replica, which refresh by themselves at different moments; searches go to them in turn. Operations may
 * take their time to get to the replica.
 */
final class CopiesOfAShard implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    /** The sequence number of each document. */
    private final Map<String, Long> indexed = new TreeMap<>();
    /** The same of the replica. */
    private Map<String, Long> replicated = new TreeMap<>();
    /** What searches of each copy see of it. */
    private final List<Map<String, Long>> seen = new ArrayList<>(List.of(Map.of(), Map.of()));

    private Map<String, Long> snapshot = Map.of();
    private long next;
    private int turn;
    /** After so many looks at statistics the replica has all. */
    private int lag;
    /** Whether the replica is being made anew. */
    private boolean recovering;
    /** At which look at statistics from now on the primary is lost. */
    private int failsOver;
    /** How many looks at statistics find no primary. */
    private int away;
    /** Whether the replica is gone; the primary's checkpoint stays where it was. */
    private boolean gone;

    CopiesOfAShard() throws IOException {
        server.createContext("/", this::answer);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    synchronized void index(String id) {
        indexed.put(id, next++);
        if (lag == 0) {
            replicated.put(id, next - 1);
        }
    }

    /** What is written from now on comes to the replica after so many looks at statistics. */
    synchronized void lag(int looks) {
        lag = looks;
    }

    synchronized void loseReplica() {
        gone = true;
    }

    /** At that look at statistics the replica becomes the primary, and what it lacks is lost. */
    synchronized void failOverAt(int look) {
        failsOver = look;
    }

    private void failOver() {
        gone = true;
        indexed.clear();
        indexed.putAll(replicated);
        next = replicated.values().stream().mapToLong(Long::longValue).max().orElse(-1) + 1;
    }

    /** The replica is made anew, of which nothing is known. */
    synchronized void recoverReplica() {
        recovering = true;
    }

    /** So many looks at statistics find no primary. */
    synchronized void beAway(int looks) {
        away = looks;
    }

    synchronized void refreshPrimary() {
        seen.set(0, new TreeMap<>(indexed));
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] answer = answer(
                            exchange.getRequestURI().getPath(),
                            exchange.getRequestBody().readAllBytes())
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private String answer(String path, byte[] body) {
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "_stats" -> statistics();
            case "_refresh" -> {
                refreshPrimary();
                seen.set(1, new TreeMap<>(replicated));
                yield "{\"_shards\":{\"failed\":0}}";
            }
            case "_search" -> search(body);
            default -> {
                snapshot = copy();
                yield "{\"id\":\"p\"}";
            }
        };
    }

    private String statistics() {
        if (away-- > 0) {
            return "{\"_shards\":{\"failed\":0},\"indices\":{}}";
        }
        if (failsOver > 0 && --failsOver == 0) {
            failOver();
        }
        if (lag > 0 && --lag == 0) {
            replicated = new TreeMap<>(indexed);
        }
        long checkpoint =
                replicated.values().stream().mapToLong(Long::longValue).max().orElse(-1);
        String replica = recovering
                ? "{\"routing\":{\"state\":\"INITIALIZING\",\"primary\":false}},"
                : "{\"routing\":{\"state\":\"STARTED\",\"primary\":false},\"seq_no\":{\"local_checkpoint\":"
                        + checkpoint + "}},";
        return "{\"_shards\":{\"failed\":0},\"indices\":{\"i\":{\"shards\":{\"0\":[" + (gone ? "" : replica)
                + "{\"routing\":{\"primary\":true},\"seq_no\":{\"max_seq_no\":" + (next - 1) + ",\"local_checkpoint\":"
                + (next - 1)
                + ",\"global_checkpoint\":" + checkpoint + "}}]}}}}";
    }

    private Map<String, Long> copy() {
        return seen.get(gone || recovering ? 0 : turn++ % 2);
    }

    private String search(byte[] body) {
        try {
            JsonNode search = MAPPER.readTree(body);
            JsonNode range = search.at("/query/range/_seq_no");
            boolean down = search.at("/sort/0/_seq_no/order").asText().equals("desc");
            Comparator<Map.Entry<String, Long>> order = Map.Entry.comparingByValue();
            List<String> all = (search.has("pit") ? snapshot : copy())
                    .entrySet().stream()
                            .filter(each -> each.getValue() > range.path("gt").asLong(-1)
                                    && each.getValue() <= range.path("lte").asLong(Long.MAX_VALUE))
                            .sorted(down ? order.reversed() : order)
                            .map(each ->
                                    "{\"_id\":\"" + each.getKey() + "\",\"_version\":1,\"_primary_term\":1,\"_seq_no\":"
                                            + each.getValue() + ",\"_source\":{}}")
                            .toList();
            List<String> hits =
                    all.subList(0, Math.min(all.size(), search.path("size").asInt()));
            return "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},\"hits\":{\"total\":{\"value\":"
                    + all.size() + "},\"hits\":[" + String.join(",", hits) + "]}}";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
