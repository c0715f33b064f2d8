package io.sluice.cluster;

import com.fasterxml.jackson.core.type.TypeReference;
import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterAnswer;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.config.ClusterConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.elasticsearch.client.Request;
import org.jspecify.annotations.Nullable;

/** A filter's way to ask a cluster. Its clients are made when they are first needed. Thread-safe. */
public final class ControlReader implements ClusterReader, AutoCloseable {
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};
    private static final ContentType NDJSON = ContentType.create("application/x-ndjson");
    private static final int OK = 200;

    private final String cluster;
    private final ClusterConfig config;
    private final @Nullable SSLContext tls;
    private final NameLookup names;
    private final Availability availability;
    private final Map<Use, ControlClient> clients = new EnumMap<>(Use.class);
    private boolean closed;

    /** What a client is for. */
    private enum Use {
        QUESTIONS,
        /** Sends nothing of the gateway's own. */
        QUESTIONS_OF_CLIENTS,
        /** Several at a time. */
        REQUESTS,
        /** Each once. */
        BULKS
    }

    /**
     * Makes a reader that has not connected yet.
     *
     * @param tls null for plain connections
     * @param names finds the seeds
     * @param availability of the nodes
     */
    public ControlReader(
            String cluster,
            ClusterConfig config,
            @Nullable SSLContext tls,
            NameLookup names,
            Availability availability) {
        this.cluster = cluster;
        this.config = config;
        this.tls = tls;
        this.names = names;
        this.availability = availability;
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
    public boolean isAvailable() {
        return availability.isAvailable();
    }

    @Override
    public Map<String, @Nullable Object> get(RequestTarget target) throws IOException {
        ControlClient client = client(Use.QUESTIONS);
        try {
            return client.get(new Request("GET", target.raw()), OBJECT);
        } catch (UnexpectedStatusException | AnswerTooLongException e) {
            throw e;
        } catch (IOException e) {
            availability.unanswered();
            throw e;
        }
    }

    @Override
    public ClusterAnswer getAs(String authorization, RequestTarget target, Duration timeout) throws IOException {
        Request request = new Request("GET", target.raw());
        try {
            return new ClusterAnswer(
                    OK, client(Use.QUESTIONS_OF_CLIENTS).getAs(authorization, request, timeout, OBJECT));
        } catch (UnexpectedStatusException e) {
            return new ClusterAnswer(e.status());
        }
    }

    @Override
    public ClusterResponse send(
            String method, RequestTarget target, @Nullable String contentType, byte[] body, Bounds bounds)
            throws IOException {
        Request request = new Request(method, target.raw());
        if (contentType != null) {
            request.setEntity(new NByteArrayEntity(body, ContentType.parse(contentType)));
        }
        return client(Use.REQUESTS).send(request, bounds);
    }

    @Override
    public ClusterResponse bulk(byte[] lines, String opaqueId, Bounds bounds) throws IOException {
        Request request = new Request("POST", "/_bulk");
        request.setEntity(new NByteArrayEntity(lines, NDJSON));
        return client(Use.BULKS).sendOnce(request, opaqueId, bounds);
    }

    @Override
    public boolean hasCredentials() {
        return config.auth() != null;
    }

    @Override
    public boolean canRunAs() {
        return config.auth() != null && config.auth().canRunAs();
    }

    private synchronized ControlClient client(Use use) throws IOException {
        if (closed) {
            throw new IOException("the gateway is stopping");
        }
        return clients.computeIfAbsent(use, this::made);
    }

    private ControlClient made(Use use) {
        return switch (use) {
            case QUESTIONS -> new ControlClient(config, tls, names);
            case QUESTIONS_OF_CLIENTS -> ControlClient.ofClients(config, tls, names);
            case REQUESTS -> ControlClient.ofFilters(config, tls, names);
            case BULKS -> ControlClient.ofBulks(config, tls, names);
        };
    }

    @Override
    public synchronized void close() {
        closed = true;
        clients.values().forEach(ControlClient::close);
    }
}
