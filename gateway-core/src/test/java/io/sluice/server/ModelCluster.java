package io.sluice.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that tell the gateway which indices and aliases there are and where their shards are, and note what they execute. What they
 * tell may be older than what they do, as on a cluster that changes.
 */
final class ModelCluster implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String ERROR =
            "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"no\"},\"status\":400}";
    private static final String BAD_REQUEST =
            "HTTP/1.1 400 Bad Request\r\ncontent-length: " + ERROR.length() + "\r\n\r\n" + ERROR;
    /** What documents have as id that come without one. */
    static final String SERVERS_ID = "drawn";

    private static final String GIVEN_ID = "\"status\":400,\"error\":{\"type\":\"document_parsing_exception\","
            + "\"reason\":\"[1:9] failed to parse\",\"caused_by\":{\"type\":\"illegal_argument_exception\",\"reason\":"
            + "\"_id must be unset or set to [x] but was [%s] because [%s] is in time_series mode\"}}";
    private static final int ROUTING_SHARDS = 840;

    private final List<TestNode> nodes = new ArrayList<>();
    private final Map<String, Integer> indices = new ConcurrentHashMap<>();
    private final Map<String, String> aliases = new ConcurrentHashMap<>();
    private final Map<String, String> routings = new ConcurrentHashMap<>();
    private final Set<String> timeSeries = ConcurrentHashMap.newKeySet();
    private final List<Executed> executed = new ArrayList<>();
    private final AtomicInteger clock = new AtomicInteger();
    private volatile Behaviour behaviour = (connection, node) -> false;
    private volatile Function<String, String> refusal = source -> null;
    private volatile BiFunction<Integer, String, String> refusedWhole = (node, body) -> null;
    private volatile @Nullable String refusedBehind;
    private volatile Predicate<String> breakingOff = body -> false;
    private volatile BooleanSupplier silent = () -> false;
    private volatile BooleanSupplier cut = () -> false;
    private volatile BooleanSupplier cutBehind = () -> false;
    private volatile Function<String, String> documents = name -> null;
    private volatile Supplier<String> refusedLook = () -> null;
    private volatile String version = "7.17.28";
    private volatile int maxContentLength;
    private volatile int activeShards = 1;
    private volatile Look look = () -> {};

    /** What happens when the gateway looks at the cluster. */
    interface Look {
        /** @throws IOException if the node closes the connection instead of answering */
        void begins() throws IOException;
    }

    /** How a node meets a request for a bulk before it reads its body. */
    interface Behaviour {
        /** True if the node has answered, or closed the connection, and reads nothing of the body. */
        boolean meet(TestNode.Connection connection, int node) throws IOException, InterruptedException;
    }

    /**
     * An item that a node has executed.
     *
     * @param type empty if its line names none
     * @param source its source line, or the action line of a delete
     * @param begun when the head of its request came
     * @param answered when the answer to its request was given
     */
    record Executed(
            String index, String id, String type, String routing, String source, int begun, int answered, int place) {

        /** Whether it was executed before the other whatever the nodes make of their names. */
        boolean isBefore(Executed other) {
            return begun == other.begun ? place < other.place : answered < other.begun;
        }
    }

    ModelCluster(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
            int number = i;
            nodes.add(new TestNode(server, connection -> serve(connection, number)));
        }
    }

    ModelCluster index(String name, int shards) {
        indices.put(name, shards);
        return this;
    }

    ModelCluster alias(String name, String index) {
        aliases.put(name, index);
        return this;
    }

    /** The index makes the ids of its documents. */
    ModelCluster timeSeries(String name) {
        timeSeries.add(name);
        return index(name, 2);
    }

    /** The alias adds a routing to writes. */
    void route(String alias, String routing) {
        routings.put(alias, routing);
    }

    /** The alias is there no longer. */
    void removeAlias(String name) {
        aliases.remove(name);
    }

    /** The cluster says that so many primary shards are active. */
    void activeShards(int count) {
        activeShards = count;
    }

    /** The nodes say that they are of this version; those before 8 take a {@code _type}. */
    ModelCluster version(String text) {
        version = text;
        return this;
    }

    /** The nodes say that they take so many bytes in a request. */
    ModelCluster taking(int bytes) {
        maxContentLength = bytes;
        return this;
    }

    ModelCluster onLook(Look event) {
        look = event;
        return this;
    }

    /** An item is refused with 429 if its source is told to be so when it comes. */
    void busyFor(Predicate<String> sources) {
        refuse(source -> sources.test(source) ? BulkNode.busy() : null);
    }

    /** An item is refused with what stands behind its {@code _id}; null if it is executed. */
    void refuse(Function<String, String> bySource) {
        refusal = bySource;
    }

    /**
     * What a document has behind {@code found} in an answer, by its index and id, and the routing if one is asked for, with a slash between;
     * null if it is not there. What begins with {@code "error"} stands in place of {@code found}.
     */
    void holds(Function<String, String> byName) {
        documents = byName;
    }

    /** What is answered to who asks for documents; null for the documents. */
    void refuseLook(Supplier<String> answer) {
        refusedLook = answer;
    }

    /** A bulk is refused with 400 for what it has. */
    void refuseWhole(Predicate<String> bodies) {
        answerWhole((node, body) -> bodies.test(body) ? BAD_REQUEST : null);
    }

    /** What the node of a number answers to a bulk instead of executing it, for what it has; null if it executes it. */
    void answerWhole(BiFunction<Integer, String, String> byNodeAndBody) {
        refusedWhole = byNodeAndBody;
    }

    /** A bulk with a source that has this text is executed up to that item, and then refused as a whole with 400. */
    void refuseBehind(String text) {
        refusedBehind = text;
    }

    /** The connection is closed at a bulk, for what it has; nothing of it is executed. */
    void breakOff(Predicate<String> bodies) {
        breakingOff = bodies;
    }

    /** A bulk is executed, and then the connection is closed without an answer. */
    void silent(BooleanSupplier when) {
        silent = when;
    }

    /** A bulk is executed, and then the connection is closed in the middle of the answer. */
    void cutOff(BooleanSupplier when) {
        cut = when;
    }

    /** Has the connection break behind the JSON of an answer, before the answer's end. */
    void cutOffBehindJson(BooleanSupplier when) {
        cutBehind = when;
    }

    void behave(Behaviour how) {
        behaviour = how;
    }

    TestNode[] nodes() {
        return nodes.toArray(TestNode[]::new);
    }

    /** What was executed, in the order in which requests were answered and, within one, of its items. */
    List<Executed> executed() {
        synchronized (executed) {
            return List.copyOf(executed);
        }
    }

    void forgetExecuted() {
        synchronized (executed) {
            executed.clear();
        }
    }

    private void serve(TestNode.Connection connection, int number) throws IOException, InterruptedException {
        for (var head = connection.readHead(); head != null; head = connection.readHead()) {
            if (head.line().startsWith("GET /_nodes")) {
                look.begins();
            }
            if (head.line().startsWith("GET")) {
                connection.send(TestNode.ok(told(head.line().split(" ")[1].split("\\?")[0])));
                continue;
            }
            int begun = clock.incrementAndGet();
            if (behaviour.meet(connection, number)) {
                return;
            }
            String body = connection.readBody(head).text();
            if (head.line().startsWith("POST /_mget")) {
                connection.send(documents(body));
                continue;
            }
            if (isBulk(body) && breakingOff.test(body)) {
                return;
            }
            String refused = isBulk(body) && !hasUnknownType(body) && !isRefusedBehind(body, begun)
                    ? refusedWhole.apply(number, body)
                    : BAD_REQUEST;
            boolean taken = refused == null;
            String told = taken ? execute(body, begun) : "";
            String answer = taken ? TestNode.ok(told) : refused;
            if (taken && silent.getAsBoolean()) {
                return;
            }
            if (taken && cut.getAsBoolean()) {
                connection.send(answer.substring(0, answer.length() * 3 / 4));
                return;
            }
            if (taken && cutBehind.getAsBoolean()) {
                String longer = TestNode.ok(told + "\n");
                connection.send(longer.substring(0, longer.length() - 1));
                return;
            }
            connection.send(answer);
        }
    }

    private String documents(String body) throws IOException {
        String refused = refusedLook.get();
        if (refused != null) {
            return refused;
        }
        List<String> found = new ArrayList<>();
        for (JsonNode wanted : MAPPER.readTree(body).path("docs")) {
            String id = wanted.path("_id").asText();
            String routing =
                    wanted.has("routing") ? "/" + wanted.path("routing").asText() : "";
            String document = documents.apply(wanted.path("_index").asText() + "/" + id + routing);
            found.add("{\"_index\":\"logs\",\"_id\":\"" + id + "\","
                    + (document == null
                            ? "\"found\":false}"
                            : (document.startsWith("\"error\"") ? "" : "\"found\":true,") + document + "}"));
        }
        return TestNode.ok("{\"docs\":[" + String.join(",", found) + "]}");
    }

    private boolean isRefusedBehind(String body, int begun) throws IOException {
        int at = refusedBehind == null ? -1 : body.indexOf(refusedBehind);
        if (at >= 0) {
            int action = body.lastIndexOf('\n', body.lastIndexOf('\n', at) - 1) + 1;
            execute(body.substring(0, action), begun);
        }
        return at >= 0;
    }

    private boolean hasUnknownType(String body) {
        return !version.startsWith("7.") && body.contains("\"_type\":");
    }

    // What is relayed whole may be anything.
    private static boolean isBulk(String body) {
        return !body.isBlank() && body.endsWith("\n") && !body.contains("{\"index\":\n") && !body.contains("{}}");
    }

    private String execute(String body, int begun) throws IOException {
        List<String> results = new ArrayList<>();
        List<Executed> items = new ArrayList<>();
        boolean errors = false;
        List<String> lines = body.lines().filter(line -> !line.isBlank()).toList();
        for (int i = 0; i < lines.size(); i++) {
            Map.Entry<String, JsonNode> action =
                    MAPPER.readTree(lines.get(i)).properties().iterator().next();
            JsonNode keys = action.getValue();
            String source = action.getKey().equals("delete") ? lines.get(i) : lines.get(++i);
            String id = keys.path("_id").asText(SERVERS_ID);
            String name = keys.path("_index").asText("logs");
            String refused = refusal.apply(source);
            if (refused == null && timeSeries.contains(name) && keys.has("_id")) {
                refused = GIVEN_ID.formatted(id, name);
            }
            if (refused == null) {
                String type = keys.path("_type").asText();
                String routing = keys.path("routing").asText();
                items.add(new Executed(name, id, type, routing, source, begun, 0, items.size()));
            }
            errors |= refused != null;
            results.add("{\"" + action.getKey() + "\":{\"_index\":" + Json.string(name) + ",\"_id\":" + Json.string(id)
                    + "," + (refused != null ? refused : "\"status\":200,\"result\":\"updated\"") + "}}");
        }
        int answered = clock.incrementAndGet();
        synchronized (executed) {
            items.forEach(item -> executed.add(new Executed(
                    item.index(),
                    item.id(),
                    item.type(),
                    item.routing(),
                    item.source(),
                    begun,
                    answered,
                    item.place())));
        }
        return "{\"took\":1,\"errors\":" + errors + ",\"items\":[" + String.join(",", results) + "]}";
    }

    private String told(String path) {
        if (path.startsWith("/_cluster/state/version")) {
            return "{\"cluster_uuid\":\"model\"}";
        }
        if (path.startsWith("/_cluster/health")) {
            return "{\"active_primary_shards\":" + activeShards + "}";
        }
        if (path.startsWith("/_nodes")) {
            return IntStream.range(0, nodes.size())
                    .mapToObj(i -> ("\"node%1$d\":{\"name\":\"node%1$d\",\"roles\":[\"data\"],\"version\":\"%4$s\","
                                    + "\"http\":{\"publish_address\":\"127.0.0.1:%2$d\",\"max_content_length_in_bytes\":%3$d}}")
                            .formatted(i, nodes.get(i).port(), maxContentLength, version))
                    .collect(Collectors.joining(",", "{\"nodes\":{", "}}"));
        }
        List<String> names = List.of(path.substring(path.lastIndexOf('/') + 1).split(","));
        if (path.startsWith("/_resolve")) {
            return "{\"indices\":" + list(names, indices) + ",\"aliases\":" + list(names, aliases) + "}";
        }
        if (path.startsWith("/_alias")) {
            return names.stream()
                    .filter(aliases::containsKey)
                    .map(name -> "\"" + aliases.get(name) + "\":{\"aliases\":{\"" + name + "\":" + alias(name) + "}}")
                    .collect(Collectors.joining(",", "{", "}"));
        }
        List<String> known = names.stream().filter(indices::containsKey).toList();
        return known.stream()
                        .map(this::metadata)
                        .collect(Collectors.joining(",", "{\"metadata\":{\"indices\":{", "}},"))
                + known.stream()
                        .map(this::table)
                        .collect(Collectors.joining(",", "\"routing_table\":{\"indices\":{", "}}}"));
    }

    private String alias(String name) {
        String routing = routings.get(name);
        return routing == null ? "{}" : "{\"index_routing\":\"" + routing + "\"}";
    }

    private String list(List<String> names, Map<String, ?> there) {
        return names.stream()
                .filter(there::containsKey)
                .map(name -> "{\"name\":\"" + name + "\",\"indices\":[\"" + aliases.getOrDefault(name, name) + "\"]}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String metadata(String index) {
        return "\"" + index + "\":{\"routing_num_shards\":" + ROUTING_SHARDS
                + ",\"settings\":{\"index\":{\"uuid\":\"u\",\"number_of_shards\":\"" + indices.get(index) + "\"}}}";
    }

    private String table(String index) {
        return IntStream.range(0, indices.get(index))
                .mapToObj(shard -> "\"" + shard + "\":[{\"state\":\"STARTED\",\"primary\":true,\"node\":\"node"
                        + (shard + index.length()) % nodes.size() + "\"}]")
                .collect(Collectors.joining(",", "\"" + index + "\":{\"shards\":{", "}}"));
    }

    @Override
    public void close() throws IOException {
        for (TestNode node : nodes) {
            node.close();
        }
    }
}
