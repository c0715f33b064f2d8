package io.sluice.index.read;

import io.sluice.index.call.AnswerTooLongException;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A scroll over one shard; closed on the server with this. For one thread. */
final class Scroll implements AutoCloseable {
    private final ClusterCalls calls;
    private final IndexDescription index;
    private final int shard;
    private @Nullable String id;

    Scroll(ClusterCalls calls, IndexDescription index, int shard) {
        this.calls = calls;
        this.index = index;
        this.shard = shard;
    }

    /** The first answer. */
    byte[] begin(String body) throws IOException, InterruptedException {
        String target = "/" + Call.encode(index.name()) + "/_search?scroll=" + SliceReader.KEEP_ALIVE
                + "&allow_partial_search_results=false&" + SearchBody.searched(index, shard);
        return calls.bytes(Call.of("POST", target, body)).body();
    }

    /**
     * The next answer. One that was lost on its way does not come again, so nothing is repeated.
     *
     * @throws AnswerTooLongException if another scroll has to ask for fewer documents at a time
     */
    byte[] next() throws IOException, InterruptedException {
        if (id == null) {
            throw new IOException("a scroll was answered without an id");
        }
        String body = "{\"scroll\":\"" + SliceReader.KEEP_ALIVE + "\",\"scroll_id\":\"" + id + "\"}";
        try {
            return calls.bytes(Call.of("POST", "/_search/scroll", body).once()).body();
        } catch (AnswerTooLongException e) {
            throw e;
        } catch (IOException e) {
            throw new SnapshotLostException("a scroll", e);
        }
    }

    void follow(@Nullable String newer) {
        if (newer != null) {
            id = newer;
        }
    }

    @Override
    public void close() {
        if (id != null) {
            Closing.send(calls, Call.of("DELETE", "/_search/scroll", "{\"scroll_id\":[\"" + id + "\"]}"));
        }
    }
}
