package io.sluice.cluster;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.client.Request;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster stands behind a name of the configuration: the uuid that was seen first, until the gateway ends. What is asked of
 * another cluster is not used. Thread-safe.
 */
public final class ClusterIdentity {
    private static final int MAX_LENGTH = 64;
    /** What a node says that has not found its cluster yet. */
    private static final String NONE = "_na_";

    private final AtomicReference<@Nullable String> known = new AtomicReference<>();

    /**
     * Asks the client's seed which cluster it belongs to.
     *
     * @throws IOException if it does not say, or belongs to another cluster than the one seen first
     */
    void verify(ControlClient client) throws IOException {
        // Every node answers this, without a master too; GET / needs a module that not every distribution has.
        Request request = new Request("GET", "/_cluster/state/version");
        request.addParameter("local", "true");
        request.addParameter("filter_path", "cluster_uuid");
        String uuid = client.tree(request).path("cluster_uuid").asText();
        if (uuid.isEmpty() || uuid.length() > MAX_LENGTH || uuid.equals(NONE)) {
            throw new IOException("GET /_cluster/state/version was answered without the uuid of a cluster");
        }
        known.compareAndSet(null, uuid);
        String expected = known.get();
        if (!uuid.equals(expected)) {
            throw new IOException("a seed belongs to another cluster than before: its uuid is " + uuid + ", not "
                    + expected + "; a restart of the gateway takes it over");
        }
    }
}
