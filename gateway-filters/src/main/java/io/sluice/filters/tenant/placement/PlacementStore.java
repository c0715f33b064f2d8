package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The index with the table: one document that is changed by compare-and-set, and one for each gateway. All is read by id, so that what was
 * written before is seen. Blocks; thread-safe.
 */
final class PlacementStore {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String JSON = "application/json";
    private static final String TABLE = "table";
    /** In the table, what nobody else's change has. */
    private static final String CHANGE = "change";

    private static final String GATEWAY = "gateway-";
    private static final String MOVE = "move-";
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    private static final String DEFINITION =
            "{\"settings\":{\"index\":{\"number_of_shards\":1,\"auto_expand_replicas\":\"0-2\",\"hidden\":true}},"
                    + "\"mappings\":{\"dynamic\":false}}";

    private final ClusterReader cluster;
    private final String index;
    private final Duration timeout;

    /**
     * The table as it is stored.
     *
     * @param seqNo and {@code term} tell this state from any other; -1 if there is none yet
     */
    record Stored(TableContent content, long seqNo, long term) {

        boolean isSameAs(@Nullable Stored other) {
            return other != null && seqNo == other.seqNo && term == other.term;
        }
    }

    /** @param timeout of each request */
    PlacementStore(ClusterReader cluster, String index, Duration timeout) {
        this.cluster = cluster;
        this.index = index;
        this.timeout = timeout;
    }

    /** Makes the index unless it is there. */
    void create() throws IOException {
        ClusterResponse answer = send("PUT", "", DEFINITION);
        boolean there = answer.status() == BAD_REQUEST
                && new String(answer.body(), StandardCharsets.UTF_8).contains("resource_already_exists_exception");
        if (!answer.isSuccess() && !there) {
            throw new IOException("index " + index + " could not be made: status " + answer.status());
        }
    }

    /**
     * Reads the table.
     *
     * @throws IOException if it cannot be read, or there is no index
     */
    Stored read() throws IOException {
        JsonNode json = table();
        if (json == null) {
            return new Stored(TableContent.EMPTY, -1, -1);
        }
        try {
            return new Stored(
                    TableContent.read(json.path("_source")),
                    json.path("_seq_no").asLong(),
                    json.path("_primary_term").asLong());
        } catch (IllegalArgumentException e) {
            throw new IOException("the table of places cannot be used: " + e.getMessage(), e);
        }
    }

    /** The document of the table; null if there is none yet. */
    private @Nullable JsonNode table() throws IOException {
        ClusterResponse answer = send("GET", "/_doc/" + TABLE + "?realtime=true", "");
        JsonNode json = MAPPER.readTree(answer.body());
        if (answer.status() == NOT_FOUND && json.has("found")) {
            return null;
        }
        if (!answer.isSuccess()) {
            throw new IOException("the table of places was not read: status " + answer.status());
        }
        return json;
    }

    /** Replaces the table, if it is still as it was read; returns whether it was. */
    boolean replace(Stored before, TableContent next) throws IOException {
        String condition = before.seqNo() < 0
                ? "?op_type=create"
                : "?if_seq_no=" + before.seqNo() + "&if_primary_term=" + before.term();
        String change = UUID.randomUUID().toString();
        ClusterResponse answer = send(
                "PUT",
                "/_doc/" + TABLE + condition,
                next.json().put(CHANGE, change).toString());
        if (answer.status() == CONFLICT) {
            // It may have been sent to a second node, and the first has carried it out.
            JsonNode now = table();
            return now != null && now.path("_source").path(CHANGE).asText().equals(change);
        }
        if (!answer.isSuccess()) {
            throw new IOException("the table of places was not written: status " + answer.status());
        }
        return true;
    }

    /** Writes what a gateway says of itself. */
    void write(String gateway, Beat beat) throws IOException {
        ClusterResponse answer =
                send("PUT", "/_doc/" + GATEWAY + gateway, beat.json().toString());
        if (!answer.isSuccess()) {
            throw new IOException("the beat of this gateway was not written: status " + answer.status());
        }
    }

    /** Writes what is known of a tenant's move. */
    void write(String tenant, ObjectNode progress) throws IOException {
        ClusterResponse answer = send("PUT", "/_doc/" + MOVE + tenant, progress.toString());
        if (!answer.isSuccess()) {
            throw new IOException("the progress of a move was not written: status " + answer.status());
        }
    }

    /** What is known of a tenant's move; empty if nothing is. */
    JsonNode progress(String tenant) throws IOException {
        ClusterResponse answer = send("GET", "/_doc/" + MOVE + tenant + "?realtime=true", "");
        return MAPPER.readTree(answer.body()).path("_source");
    }

    /** Removes what a gateway said of itself. */
    void forget(String gateway) throws IOException {
        send("DELETE", "/_doc/" + GATEWAY + gateway, "");
    }

    /** What gateways said last; those that never said anything are left out. */
    Map<String, Beat> beats(Collection<String> gateways) throws IOException {
        if (gateways.isEmpty()) {
            return Map.of();
        }
        ObjectNode wanted = JsonNodeFactory.instance.objectNode();
        ArrayNode ids = wanted.putArray("ids");
        gateways.forEach(gateway -> ids.add(GATEWAY + gateway));
        ClusterResponse answer = send("POST", "/_mget?realtime=true", wanted.toString());
        if (!answer.isSuccess()) {
            throw new IOException("the beats of gateways were not read: status " + answer.status());
        }
        Map<String, Beat> beats = new HashMap<>();
        for (JsonNode document : MAPPER.readTree(answer.body()).path("docs")) {
            if (document.has("error")) {
                throw new IOException("the beats of gateways were not read");
            }
            if (document.path("found").asBoolean()) {
                beats.put(
                        document.path("_id").asText().substring(GATEWAY.length()), Beat.read(document.path("_source")));
            }
        }
        return beats;
    }

    private ClusterResponse send(String method, String path, String body) throws IOException {
        return cluster.send(
                method,
                RequestTarget.parse("/" + index + path),
                body.isEmpty() ? null : JSON,
                body.getBytes(StandardCharsets.UTF_8),
                ClusterReader.Bounds.of(timeout));
    }
}
