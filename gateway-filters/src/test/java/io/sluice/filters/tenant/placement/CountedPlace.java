package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.move.IndexShape;
import io.sluice.filters.tenant.move.UntranslatedDocuments;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A place with one index of one shard, whose next search can be held up. */
final class CountedPlace implements UntranslatedDocuments {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private record Stored(String source, long version, long number) {}

    private final Map<String, Stored> documents = new TreeMap<>();
    private final Map<String, IndexShape> shapes = new ConcurrentHashMap<>();
    private final TestCluster cluster = new TestCluster("c").answeringRequests(this::answer);
    private long next;
    private volatile Gate gate = new Gate(new CountDownLatch(0), new CountDownLatch(0));

    /** Has an index have a field. */
    void has(String index, String field, String type) {
        ObjectNode none = MAPPER.createObjectNode();
        ObjectNode mappings = MAPPER.createObjectNode();
        mappings.putObject("properties").putObject(field).put("type", type);
        shapes.put(index, new IndexShape(mappings, none, none, true, true));
    }

    @Override
    public Map<String, IndexShape> shapes() {
        return Map.copyOf(shapes);
    }

    /** Holds up a search. */
    record Gate(CountDownLatch reached, CountDownLatch open) {}

    /** Has the cluster tell of tasks. */
    void tasks(String... opaqueIds) {
        ObjectNode answer = MAPPER.createObjectNode();
        ObjectNode tasks = answer.putObject("nodes").putObject("a").putObject("tasks");
        for (String opaqueId : opaqueIds) {
            tasks.putObject("a:" + tasks.size()).putObject("headers").put("X-Opaque-Id", opaqueId);
        }
        cluster.answering(target -> target.segments().equals(List.of("_tasks")) ? answer.toString() : null);
    }

    Gate holdSearch() {
        gate = new Gate(new CountDownLatch(1), new CountDownLatch(1));
        return gate;
    }

    synchronized void put(String id, String source) {
        Stored old = documents.get(id);
        documents.put(id, new Stored(source, old == null ? 1 : old.version() + 1, next++));
    }

    synchronized Map<String, String> sources() {
        Map<String, String> sources = new TreeMap<>();
        documents.forEach((id, stored) -> sources.put(id, stored.source()));
        return sources;
    }

    private ClusterResponse answer(String method, RequestTarget target, String body) {
        String path = target.rawPath();
        try {
            if (path.endsWith("_search")) {
                gate.reached().countDown();
                gate.open().await();
            }
            return new ClusterResponse(200, answer(path, body).toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized ObjectNode answer(String path, String body) throws IOException {
        ObjectNode answer = MAPPER.createObjectNode();
        if (path.contains("_settings")) {
            answer.putObject("logs").putObject("settings").put("index.number_of_shards", "1");
        } else if (path.endsWith("_refresh")) {
            answer.putObject("_shards").put("total", 1).put("successful", 1).put("failed", 0);
        } else if (path.endsWith("_search")) {
            answer.putObject("_shards").put("total", 1).put("successful", 1).put("failed", 0);
            search(MAPPER.readTree(body), answer.putObject("hits"));
        } else if (path.endsWith("_mget")) {
            ArrayNode found = answer.putArray("docs");
            MAPPER.readTree(body)
                    .path("docs")
                    .forEach(wanted -> get(wanted.path("_id").asText(), found.addObject()));
        } else if (path.endsWith("_bulk")) {
            write(body.split("\n"), answer.putArray("items"));
        }
        return answer;
    }

    private void search(JsonNode search, ObjectNode found) {
        ArrayNode hits = found.putArray("hits");
        long after = search.at("/query/bool/filter/1/range/_seq_no/gt").asLong();
        documents.entrySet().stream()
                .filter(each -> each.getValue().number() > after)
                .sorted(Comparator.comparing(each -> each.getValue().number()))
                .forEach(each -> hits.addObject()
                        .put("_index", "logs")
                        .put("_id", each.getKey())
                        .put("_seq_no", each.getValue().number())
                        .put("_primary_term", 1));
        found.putObject("total").put("value", hits.size()).put("relation", "eq");
    }

    private void get(String id, ObjectNode document) {
        Stored stored = documents.get(id);
        document.put("_index", "logs").put("_id", id).put("found", stored != null);
        if (stored != null) {
            document.put("_version", stored.version())
                    .put("_seq_no", stored.number())
                    .put("_primary_term", 1)
                    .putRawValue("_source", new RawValue(stored.source()));
        }
    }

    private void write(String[] lines, ArrayNode items) throws IOException {
        for (int i = 0; i < lines.length; i++) {
            var action = MAPPER.readTree(lines[i]).properties().iterator().next();
            String id = action.getValue().path("_id").asText();
            if (action.getKey().equals("delete")) {
                documents.remove(id);
            } else {
                i++;
                documents.put(
                        id,
                        new Stored(lines[i], action.getValue().path("version").asLong(1), next++));
            }
            items.addObject().putObject(action.getKey()).put("status", 200);
        }
    }

    @Override
    public ClusterReader cluster() {
        return cluster;
    }
}
