package io.sluice.index.read;

import io.sluice.index.call.AnswerTooLongException;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gets documents by id, as they are now, refreshed or not. Blocks; for one thread. */
public final class DocumentLookup {
    private static final int MOST_AT_ONCE = 200;

    private final ClusterCalls calls;
    private final String target;
    private final DocumentReader reader;

    /** A document's id and, if it has one, its routing. */
    public record Key(String id, @Nullable String routing) {}

    /** A lookup in an index that makes this of each source. */
    public DocumentLookup(ClusterCalls calls, Server server, String index, SourceForm form) {
        this.calls = calls;
        String vectors = server.elasticsearchSince(9, 2) ? "?_source_exclude_vectors=false" : "";
        this.target = "/" + Call.encode(index) + "/_mget" + (form == SourceForm.NONE ? "?_source=false" : vectors);
        this.reader = new DocumentReader(form);
    }

    /**
     * The documents in the order of the keys; null where there is none.
     *
     * @throws IOException if one cannot be looked up
     */
    public List<@Nullable Document> get(List<Key> keys) throws IOException, InterruptedException {
        List<@Nullable Document> found = new ArrayList<>(keys.size());
        for (int from = 0; from < keys.size(); from += MOST_AT_ONCE) {
            some(keys.subList(from, Math.min(keys.size(), from + MOST_AT_ONCE)), found);
        }
        return found;
    }

    private void some(List<Key> keys, List<@Nullable Document> found) throws IOException, InterruptedException {
        JsonText body = new JsonText().add("{\"docs\":[");
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            body.add(i == 0 ? "{\"_id\":" : ",{\"_id\":").string(key.id());
            if (key.routing() != null) {
                body.add(",\"routing\":").string(key.routing());
            }
            body.add('}');
        }
        body.add("]}");
        List<String> ids = keys.stream().map(Key::id).toList();
        try {
            byte[] answer = calls.bytes(Call.of("POST", target, body.toBytes())).body();
            found.addAll(reader.many(answer, ids));
        } catch (AnswerTooLongException e) {
            if (keys.size() == 1) {
                throw e;
            }
            int half = keys.size() / 2;
            some(keys.subList(0, half), found);
            some(keys.subList(half, keys.size()), found);
        }
    }
}
