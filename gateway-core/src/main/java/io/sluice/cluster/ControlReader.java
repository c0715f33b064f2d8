package io.sluice.cluster;

import com.fasterxml.jackson.core.type.TypeReference;
import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import io.sluice.config.ClusterConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.elasticsearch.client.Request;
import org.jspecify.annotations.Nullable;

/** A filter's way to ask a cluster about itself. The client is made when it is first needed. Thread-safe. */
public final class ControlReader implements ClusterReader, AutoCloseable {
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};

    private final String cluster;
    private final ClusterConfig config;
    private final @Nullable SSLContext tls;
    private final NameLookup names;
    private @Nullable ControlClient client;
    private boolean closed;

    /**
     * Makes a reader that has not connected yet.
     *
     * @param tls null for plain connections
     * @param names finds the seeds
     */
    public ControlReader(String cluster, ClusterConfig config, @Nullable SSLContext tls, NameLookup names) {
        this.cluster = cluster;
        this.config = config;
        this.tls = tls;
        this.names = names;
    }

    @Override
    public String cluster() {
        return cluster;
    }

    @Override
    public Duration every() {
        return config.discovery().every();
    }

    @Override
    public Map<String, @Nullable Object> get(RequestTarget target) throws IOException {
        return client().get(new Request("GET", target.raw()), OBJECT);
    }

    private synchronized ControlClient client() throws IOException {
        if (closed) {
            throw new IOException("the gateway is stopping");
        }
        ControlClient opened = client;
        if (opened == null) {
            opened = new ControlClient(config, tls, names);
            client = opened;
        }
        return opened;
    }

    @Override
    public synchronized void close() {
        closed = true;
        ControlClient opened = client;
        if (opened != null) {
            opened.close();
        }
    }
}
