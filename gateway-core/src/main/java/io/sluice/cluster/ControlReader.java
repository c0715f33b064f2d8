package io.sluice.cluster;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import io.sluice.config.ClusterConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.elasticsearch.client.Cancellable;
import org.elasticsearch.client.HttpAsyncResponseConsumerFactory.HeapBufferedResponseConsumerFactory;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.ResponseListener;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A filter's way to ask a cluster about itself. The client is made when it is first needed. Thread-safe. */
public final class ControlReader implements ClusterReader, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlReader.class);
    private static final int MAX_BYTES = 16 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int OK = 200;
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final RequestOptions BOUNDED = RequestOptions.DEFAULT.toBuilder()
            .setHttpAsyncResponseConsumerFactory(new HeapBufferedResponseConsumerFactory(MAX_BYTES))
            .build();

    private final String cluster;
    private final ClusterConfig config;
    private final @Nullable SSLContext tls;
    private @Nullable RestClient client;
    private boolean closed;

    /**
     * Makes a reader that has not connected yet.
     *
     * @param tls null for plain connections
     */
    public ControlReader(String cluster, ClusterConfig config, @Nullable SSLContext tls) {
        this.cluster = cluster;
        this.config = config;
        this.tls = tls;
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
        Request request = new Request("GET", target.raw());
        request.setOptions(BOUNDED);
        CompletableFuture<Response> answer = new CompletableFuture<>();
        Cancellable running = client().performRequestAsync(request, new ResponseListener() {
            @Override
            public void onSuccess(Response response) {
                answer.complete(response);
            }

            @Override
            public void onFailure(Exception problem) {
                answer.completeExceptionally(problem);
            }
        });
        try {
            return parse(target, answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            throw failed(target, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            running.cancel();
            throw new IOException("no answer to GET " + target.rawPath() + " in " + TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            running.cancel();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a cluster was asked");
        }
    }

    private static Map<String, @Nullable Object> parse(RequestTarget target, Response response) throws IOException {
        int status = response.getStatusLine().getStatusCode();
        if (status != OK) {
            throw unexpected(target, status, null);
        }
        try (InputStream body = response.getEntity().getContent()) {
            return MAPPER.readValue(body, OBJECT);
        }
    }

    private static IOException failed(RequestTarget target, Throwable cause) {
        // Its own message has the whole answer in it.
        return cause instanceof ResponseException refused
                ? unexpected(target, refused.getResponse().getStatusLine().getStatusCode(), refused)
                : new IOException("GET " + target.rawPath() + " failed: " + cause, cause);
    }

    private static IOException unexpected(RequestTarget target, int status, @Nullable Exception cause) {
        return new IOException("GET " + target.rawPath() + " was answered with " + status, cause);
    }

    private synchronized RestClient client() throws IOException {
        if (closed) {
            throw new IOException("the gateway is stopping");
        }
        RestClient opened = client;
        if (opened == null) {
            opened = ControlClient.open(config, tls);
            client = opened;
        }
        return opened;
    }

    @Override
    public synchronized void close() {
        closed = true;
        RestClient opened = client;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                LOG.atDebug().addKeyValue("cluster", cluster).setCause(e).log("a reader's client did not close well");
            }
        }
    }
}
