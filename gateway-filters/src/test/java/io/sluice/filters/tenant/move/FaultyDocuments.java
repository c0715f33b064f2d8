package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Documents of one index with the versions of a server: deletes leave a version behind until they are forgotten. Something may be done before
 * any of the requests, as others do it at the same time. For one thread.
 */
class FaultyDocuments implements UntranslatedDocuments {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, Stored> documents = new TreeMap<>();
    private final List<Runnable> before = new ArrayList<>();
    private final TestCluster cluster = new TestCluster("test").answeringRequests(this::answer);
    private final Map<String, IndexShape> shapes = new TreeMap<>();
    private final List<IndexShape> made = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private boolean vectorsLeftOut;
    private long seqNo;

    /**
     * @param source null if it was deleted
     * @param routing null if it has none
     */
    private record Stored(
            @Nullable String source,
            long version,
            long seqNo,
            @Nullable String routing) {}

    /** Does something before the next request for which nothing is planned yet. */
    void beforeNext(Runnable task) {
        before.add(task);
    }

    /** Whether something is planned for a request to come. */
    boolean hasPlans() {
        return !before.isEmpty();
    }

    /** Has the index have a mapping. */
    void mapped(String mappings) throws IOException {
        ObjectNode none = MAPPER.createObjectNode();
        ObjectNode own = (ObjectNode) MAPPER.readTree(mappings);
        shapes.put("logs", new IndexShape(own, none, none, IndexShape.keepsSources(own, none), true));
    }

    /** Has the cluster leave vectors out of sources. */
    void leaveVectorsOut() {
        vectorsLeftOut = true;
    }

    /** The settings of indices that were made. */
    List<String> settingsMade() {
        return made.stream().map(shape -> shape.settings().toString()).toList();
    }

    /** What was asked, in order. */
    List<String> asked() {
        return asked;
    }

    /** Has the index have settings, those below {@code index}. */
    void set(String text) throws IOException {
        ObjectNode none = MAPPER.createObjectNode();
        ObjectNode settings = (ObjectNode) MAPPER.readTree(text);
        shapes.put("logs", new IndexShape(none, settings, none, true, IndexShape.takesWrites(settings)));
    }

    /** Writes as a client does. */
    void put(String id, String source) {
        put(id, source, null);
    }

    /** Writes as a client does; there is one shard, so that an id is there once whatever the routing. */
    void put(String id, String source, @Nullable String routing) {
        Stored old = documents.get(id);
        documents.put(id, new Stored(source, old == null ? 1 : old.version + 1, seqNo++, routing));
    }

    /** The routing of a document. */
    @Nullable String routing(String id) {
        return documents.get(id).routing;
    }

    /** Deletes as a client does. */
    void delete(String id) {
        Stored old = documents.get(id);
        documents.put(id, new Stored(null, old == null ? 1 : old.version + 1, seqNo++, null));
    }

    /** Forgets the versions of what was deleted. */
    void forget() {
        documents.values().removeIf(stored -> stored.source == null);
    }

    Map<String, String> sources() {
        Map<String, String> sources = new TreeMap<>();
        documents.forEach((id, stored) -> {
            if (stored.source != null) {
                sources.put(id, stored.source);
            }
        });
        return sources;
    }

    long version(String id) {
        return documents.get(id).version;
    }

    private ClusterResponse answer(String method, RequestTarget target, String body) {
        asked.add(target.raw());
        if (!before.isEmpty()) {
            before.removeFirst().run();
        }
        try {
            String answer = target.rawPath().equals("/_mget") ? got(body) : written(body);
            return new ClusterResponse(200, answer.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String got(String body) throws IOException {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode docs = answer.putArray("docs");
        for (JsonNode wanted : MAPPER.readTree(body).path("docs")) {
            String id = wanted.path("_id").asText();
            Stored stored = documents.get(id);
            ObjectNode doc = docs.addObject().put("_index", "logs").put("_id", id);
            if (stored == null || stored.source == null) {
                doc.put("found", false);
            } else {
                doc.put("_version", stored.version).put("_seq_no", stored.seqNo).put("_primary_term", 1);
                if (stored.routing != null) {
                    doc.put("_routing", stored.routing);
                }
                doc.put("found", true).putRawValue("_source", new RawValue(stored.source));
            }
        }
        return answer.toString();
    }

    private String written(String body) throws IOException {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode items = answer.putArray("items");
        String[] lines = body.split("\n");
        for (int i = 0; i < lines.length; i++) {
            Map.Entry<String, JsonNode> action =
                    MAPPER.readTree(lines[i]).properties().iterator().next();
            String source = action.getKey().equals("delete") ? null : lines[++i];
            items.addObject()
                    .putObject(action.getKey())
                    .put("status", status(action.getKey(), action.getValue(), source));
        }
        return answer.toString();
    }

    private int status(String operation, JsonNode line, @Nullable String source) {
        String id = line.path("_id").asText();
        Stored old = documents.get(id);
        boolean present = old != null && old.source != null;
        boolean conflict = operation.equals("create") && present
                || line.has("if_seq_no")
                        && (!present || old.seqNo != line.path("if_seq_no").asLong())
                || line.has("version")
                        && old != null
                        && old.version > line.path("version").asLong();
        if (conflict) {
            return 409;
        }
        long next = old == null ? 1 : old.version + 1;
        documents.put(
                id,
                new Stored(
                        source,
                        line.has("version") ? line.path("version").asLong() : next,
                        seqNo++,
                        line.path("routing").textValue()));
        return 200;
    }

    @Override
    public ClusterReader cluster() {
        return cluster;
    }

    @Override
    public Map<String, IndexShape> shapes() {
        return shapes;
    }

    @Override
    public boolean leavesVectorsOut() {
        return vectorsLeftOut;
    }

    @Override
    public void make(String index, IndexShape shape) {
        made.add(shape);
    }
}
