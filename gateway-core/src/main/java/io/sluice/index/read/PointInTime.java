package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.index.call.Call;
import io.sluice.index.call.CallException;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A point in time of one shard; closed on the server with this. For one thread. */
final class PointInTime implements AutoCloseable {
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final ClusterCalls calls;
    private final boolean openSearch;
    private String id;

    private PointInTime(ClusterCalls calls, boolean openSearch, String id) {
        this.calls = calls;
        this.openSearch = openSearch;
        this.id = id;
    }

    /** Opens one; null if the server does not know what that is. */
    static @Nullable PointInTime open(ClusterCalls calls, Server server, IndexDescription index, int shard)
            throws IOException, InterruptedException {
        String path = "/" + Call.encode(index.name()) + (server.openSearch() ? "/_search/point_in_time" : "/_pit");
        String query = "?keep_alive=" + SliceReader.KEEP_ALIVE + "&" + SearchBody.preference(index, shard);
        try {
            JsonNode answer = calls.json(Call.of("POST", path + query, ""));
            String id = answer.path(server.openSearch() ? "pit_id" : "id").asText();
            return new PointInTime(calls, server.openSearch(), id);
        } catch (CallException e) {
            if (e.status() == BAD_REQUEST || e.status() == NOT_ALLOWED) {
                return null;
            }
            throw e;
        }
    }

    String id() {
        return id;
    }

    /** The answer to a search in it. */
    byte[] search(String body) throws IOException, InterruptedException {
        try {
            return calls.bytes(Call.of("POST", "/_search?allow_partial_search_results=false", body))
                    .body();
        } catch (CallException e) {
            if (e.status() == NOT_FOUND) {
                throw new SnapshotLostException("a point in time", e);
            }
            throw e;
        }
    }

    /** An answer may give it another id. */
    void follow(@Nullable String newer) {
        if (newer != null) {
            id = newer;
        }
    }

    @Override
    public void close() {
        Closing.send(
                calls,
                openSearch
                        ? Call.of("DELETE", "/_search/point_in_time", "{\"pit_id\":[\"" + id + "\"]}")
                        : Call.of("DELETE", "/_pit", "{\"id\":\"" + id + "\"}"));
    }
}
