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
        int most = MOST_AT_ONCE;
        while (found.size() < keys.size()) {
            int asked = Math.min(keys.size() - found.size(), most);
            List<@Nullable Document> next = first(keys.subList(found.size(), found.size() + asked));
            found.addAll(next);
            // Documents that lie together are often of like length: more of them would most likely be asked for in
            // vain, unless the answer had all that were asked for.
            most = next.size() < asked ? next.size() : Math.min(MOST_AT_ONCE, 2 * most);
        }
        return found;
    }

    /**
     * The documents of the first keys, as many as one answer may have; of one key at least.
     *
     * @param keys 200 at most, and one at least
     * @throws IOException if one cannot be looked up
     */
    public List<@Nullable Document> first(List<Key> keys) throws IOException, InterruptedException {
        List<Key> asked = keys;
        while (true) {
            try {
                return some(asked);
            } catch (AnswerTooLongException e) {
                if (asked.size() == 1) {
                    throw e;
                }
                asked = asked.subList(0, asked.size() / 2);
            }
        }
    }

    private List<@Nullable Document> some(List<Key> keys) throws IOException, InterruptedException {
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
        return reader.many(calls.bytes(Call.of("POST", target, body.toBytes())).body(), ids);
    }
}
