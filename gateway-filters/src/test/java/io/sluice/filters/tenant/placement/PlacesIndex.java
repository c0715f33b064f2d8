package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.TenantFactory;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** An index of documents with compare-and-set, in a cluster that can be made not to answer. Thread-safe. */
final class PlacesIndex {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TABLE = "table";

    private final Map<String, Stored> documents = new HashMap<>();
    private final TestCluster cluster = new TestCluster("primary").answeringRequests(this::answer);
    private final TestCluster other = new TestCluster("secondary");
    private volatile TestCluster.AnswersToRequests atRoot = (method, target, body) -> response(200, "{}");
    private long seqNo;
    private volatile boolean down;
    private volatile @Nullable Error error;
    private volatile boolean twice;
    private boolean missing;
    private boolean madeByDocument;

    private record Stored(String source, long seqNo) {}

    TestCluster cluster() {
        return cluster;
    }

    /** The cluster of the place {@code big}. */
    TestCluster other() {
        return other;
    }

    /** Has the cluster answer so what is asked of no index. */
    void answeringAtRoot(TestCluster.AnswersToRequests answers) {
        atRoot = answers;
    }

    /**
     * Starts a gateway whose tenants, named by principals, can move to the place {@code big}; returns once it is in the table.
     *
     * @param more keys of the table, with a comma before them
     */
    FilterHarness gateway(String more) {
        return gateway("indexPerTenant: { indices: ['*'] }", more);
    }

    /** The same, with another layout of the place {@code big}. */
    FilterHarness gateway(String layout, String more) {
        FilterHarness gateway = FilterHarness.of(
                new TenantFactory(),
                "from: [{ principal: {} }]\nlayouts: [{ indexPerTenant: { indices: ['*'] } }]\n"
                        + "places: { big: { cluster: secondary, layouts: [{ " + layout + " }] } }\n"
                        + "placement: { index: { cluster: primary, name: places, every: 100ms" + more + " } }\n",
                new TestContext().reaching(cluster, other));
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> table().path("gateways").size() == 1);
        return gateway;
    }

    void down(boolean away) {
        down = away;
    }

    /** Has the table be written by two nodes, as where the first one's answer is lost. */
    void writeTwice() {
        twice = true;
    }

    /** Has a request fail in an unexpected way. */
    void failOnce(Error thrown) {
        error = thrown;
    }

    boolean hasFailed() {
        return error == null;
    }

    synchronized JsonNode table() {
        return source(TABLE);
    }

    synchronized @Nullable JsonNode beat(String gateway) {
        return documents.containsKey("gateway-" + gateway) ? source("gateway-" + gateway) : null;
    }

    synchronized void table(TableContent content) {
        documents.put(TABLE, new Stored(content.json().toString(), seqNo++));
    }

    synchronized void loseTable() {
        documents.remove(TABLE);
    }

    /** Deletes the index. A document that is written makes it anew, as at a real server. */
    synchronized void delete() {
        documents.clear();
        missing = true;
    }

    /** Brings a backup of the index back, which only works where none is there. */
    synchronized void restore(TableContent content) {
        if (!missing) {
            throw new IllegalStateException("an open index has the name");
        }
        missing = false;
        table(content);
    }

    /** Whether the index was made by a document, without its mapping. */
    synchronized boolean wasMadeByADocument() {
        return madeByDocument;
    }

    private JsonNode source(String id) {
        try {
            Stored stored = documents.get(id);
            return MAPPER.readTree(stored == null ? "{}" : stored.source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized @Nullable ClusterResponse answer(String method, RequestTarget target, String body) {
        Error thrown = error;
        if (thrown != null) {
            error = null;
            throw thrown;
        }
        if (down) {
            return null;
        }
        if (target.segments().size() == 1) {
            missing &= !method.equals("PUT");
            return atRoot.to(method, target, body);
        }
        if (missing && !method.equals("PUT")) {
            return response(404, "{\"error\":{\"type\":\"index_not_found_exception\"},\"status\":404}");
        }
        if (target.segments().get(1).equals("_mget")) {
            return several(body);
        }
        String id = target.segments().get(2);
        Stored stored = documents.get(id);
        return switch (method) {
            case "GET" -> stored == null ? response(404, "{\"found\":false}") : response(200, found(id, stored));
            case "DELETE" -> {
                documents.remove(id);
                yield response(200, "{}");
            }
            default -> written(id, stored, target, body);
        };
    }

    private ClusterResponse written(String id, @Nullable Stored stored, RequestTarget target, String body) {
        String condition = target.parameter("if_seq_no");
        boolean creates = "create".equals(target.parameter("op_type"));
        boolean conflict = creates && stored != null
                || condition != null && (stored == null || stored.seqNo != Long.parseLong(condition));
        if (conflict) {
            return response(409, "{}");
        }
        madeByDocument |= missing;
        missing = false;
        documents.put(id, new Stored(body, seqNo++));
        return twice && id.equals(TABLE) ? response(409, "{}") : response(201, "{}");
    }

    private ClusterResponse several(String body) {
        try {
            ObjectNode answer = MAPPER.createObjectNode();
            var docs = answer.putArray("docs");
            for (JsonNode id : MAPPER.readTree(body).path("ids")) {
                Stored stored = documents.get(id.asText());
                docs.add(MAPPER.readTree(
                        stored == null
                                ? "{\"_id\":\"" + id.asText() + "\",\"found\":false}"
                                : found(id.asText(), stored)));
            }
            return response(200, answer.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String found(String id, Stored stored) {
        return "{\"_id\":\"" + id + "\",\"found\":true,\"_seq_no\":" + stored.seqNo
                + ",\"_primary_term\":1,\"_source\":" + stored.source + "}";
    }

    static ClusterResponse response(int status, String body) {
        return new ClusterResponse(status, body.getBytes(StandardCharsets.UTF_8));
    }
}
