package io.sluice.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ByteSize;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.NotSentException;
import io.sluice.config.AuthConfig;
import io.sluice.config.ClusterConfig;
import io.sluice.config.DiscoveryConfig;
import io.sluice.json.ForeignJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.http.ContentTooLongException;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.message.BasicHeader;
import org.apache.http.util.EntityUtils;
import org.elasticsearch.client.Cancellable;
import org.elasticsearch.client.HttpAsyncResponseConsumerFactory;
import org.elasticsearch.client.Node;
import org.elasticsearch.client.NodeSelector;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.ResponseListener;
import org.elasticsearch.client.RestClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a cluster about itself, through elasticsearch-java's low-level client. Trusts no answer: each call has a deadline for all
 * of it, head, body and JSON have bounds, redirects are not followed, cookies not kept. Blocks; {@link #get} is thread-safe.
 */
final class ControlClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlClient.class);
    private static final int OK = 200;
    /** A mapping of the deepest kind that servers take by default has 20 objects, each with one or two levels around it. */
    private static final int MAX_DEPTH = 200;
    /** A parsed token takes more memory than its text. An answer of 16 MiB with values of the usual length has fewer. */
    private static final long MAX_TOKENS = 4_000_000;

    /** What a cluster says of a client's credentials is short. */
    private static final ByteSize MAX_BYTES_FOR_CLIENTS = new ByteSize(1 << 20);
    /** How many clients' credentials one seed is asked about at a time: more than callers have threads, which bound the questions. */
    private static final int CONNECTIONS_FOR_CLIENTS = 4096;

    private static final ByteSize MAX_BYTES_FOR_FILTERS = new ByteSize(ClusterReader.Bounds.MAX);
    /** How many requests of filters one seed is sent at a time. */
    private static final int CONNECTIONS_FOR_FILTERS = 16;

    private static final String UNUSABLE = " was answered with JSON that cannot be used: ";
    private static final int MAX_REASON = 300;
    private static final TypeReference<JsonNode> TREE = new TypeReference<>() {};

    private static final ForeignJson JSON = new ForeignJson(
            JsonMapper.builder(ForeignJson.rules(MAX_DEPTH, MAX_TOKENS).build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build());

    private final RestClient client;
    private final RequestOptions options;
    private final List<Node> seeds;
    private final SeedAddresses addresses;
    private final long timeoutMillis;
    /** How many seeds are asked for a connection by attempts of one request each. */
    private final int connects;

    /** Asks a seed several times, so that all it learns belongs to one cluster. */
    interface Questions<T> {
        T ask(ControlClient client) throws IOException;
    }

    /**
     * What a client of the seeds sends and takes.
     *
     * @param auth the credentials of every question; null for none
     * @param maxBytes the longest answer
     * @param connections at most to one seed
     * @param once whether a request is sent once only: otherwise to one seed after the other until one answers
     */
    private record Terms(@Nullable AuthConfig auth, ByteSize maxBytes, int connections, boolean once) {}

    /**
     * Makes a client of the seeds, which asks with the gateway's credentials.
     *
     * @param tls null for plain connections
     * @param names finds the seeds, as requests of clients find them
     */
    ControlClient(ClusterConfig config, @Nullable SSLContext tls, NameLookup names) {
        this(config, tls, names, new Terms(config.auth(), config.discovery().maxBytes(), 1, false));
    }

    /** Makes a client that has no credentials of its own, for {@link #getAs}. */
    static ControlClient ofClients(ClusterConfig config, @Nullable SSLContext tls, NameLookup names) {
        return new ControlClient(
                config, tls, names, new Terms(null, MAX_BYTES_FOR_CLIENTS, CONNECTIONS_FOR_CLIENTS, false));
    }

    /** Makes a client for {@link #send}, with the gateway's credentials. */
    static ControlClient ofFilters(ClusterConfig config, @Nullable SSLContext tls, NameLookup names) {
        return new ControlClient(config, tls, names, ofFilters(config, false));
    }

    /** Makes a client for {@link #sendOnce}, with the gateway's credentials. */
    static ControlClient ofBulks(ClusterConfig config, @Nullable SSLContext tls, NameLookup names) {
        return new ControlClient(config, tls, names, ofFilters(config, true));
    }

    private static Terms ofFilters(ClusterConfig config, boolean once) {
        return new Terms(config.auth(), MAX_BYTES_FOR_FILTERS, CONNECTIONS_FOR_FILTERS, once);
    }

    private static void leaveOne(Iterable<Node> nodes) {
        List<Node> all = new ArrayList<>();
        nodes.forEach(all::add);
        Node chosen = all.get(ThreadLocalRandom.current().nextInt(all.size()));
        for (Iterator<Node> left = nodes.iterator(); left.hasNext(); ) {
            if (!left.next().equals(chosen)) {
                left.remove();
            }
        }
    }

    private ControlClient(ClusterConfig config, @Nullable SSLContext tls, NameLookup names, Terms terms) {
        DiscoveryConfig bounds = config.discovery();
        this.seeds = config.nodes().stream()
                .map(ControlClient::hostOf)
                .map(Node::new)
                .toList();
        this.timeoutMillis = bounds.timeout().toMillis();
        this.options = RequestOptions.DEFAULT.toBuilder()
                .setHttpAsyncResponseConsumerFactory(bounded(terms.maxBytes()))
                .build();
        this.addresses = new SeedAddresses(names);
        this.connects = terms.once() ? seeds.size() : 1;
        var builder = RestClient.builder(seeds.toArray(Node[]::new))
                .setNodeSelector(terms.once() ? ControlClient::leaveOne : NodeSelector.ANY)
                .setRequestConfigCallback(request -> request.setConnectTimeout(
                                saturated(config.timeouts().connect().toMillis()))
                        .setSocketTimeout(saturated(timeoutMillis))
                        .setRedirectsEnabled(false))
                .setHttpClientConfigCallback(http -> http.disableCookieManagement()
                        .setConnectionManager(SeedConnections.open(config, tls, addresses, terms.connections())));
        AuthConfig auth = terms.auth();
        if (auth != null) {
            builder.setDefaultHeaders(new Header[] {new BasicHeader("Authorization", auth.header())});
        }
        this.client = builder.build();
    }

    private static HttpAsyncResponseConsumerFactory bounded(ByteSize most) {
        return () -> new BoundedAnswer(most.saturatedInt(), most.toString());
    }

    private static HttpHost hostOf(URI node) {
        return new HttpHost(node.getHost(), node.getPort(), node.getScheme());
    }

    private static int saturated(long millis) {
        return (int) Math.min(Integer.MAX_VALUE, millis);
    }

    /**
     * Puts all questions to the first seed that answers all of them, and belongs to the cluster before and after them: an address
     * may lead to another cluster from one call to the next. For one thread, which then alone uses this client.
     *
     * @throws IOException if no seed answered as the cluster
     */
    <T> T askOne(ClusterIdentity identity, Questions<T> questions) throws IOException {
        IOException failed = null;
        for (Node seed : seeds) {
            client.setNodes(List.of(seed));
            try {
                identity.verify(this);
                T learnt = questions.ask(this);
                identity.verify(this);
                return learnt;
            } catch (IOException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        throw failed == null ? new IOException("no seed") : failed;
    }

    /**
     * The JSON that answers a GET.
     *
     * @throws IOException if the answer did not come, not in time, or not as it should; the message tells nothing of its body
     */
    JsonNode tree(Request request) throws IOException {
        return get(request, TREE);
    }

    /** As {@link #tree}, bound to a type. */
    <T> T get(Request request, TypeReference<T> type) throws IOException {
        request.setOptions(options);
        return read(request, timeoutMillis, type);
    }

    /**
     * As {@link #get}, with credentials of a client; to be called where there are none of the gateway's.
     *
     * @throws UnexpectedStatusException if the status is not 200
     */
    <T> T getAs(String authorization, Request request, Duration timeout, TypeReference<T> type) throws IOException {
        request.setOptions(options.toBuilder().addHeader("Authorization", authorization));
        try {
            return read(request, Math.min(timeoutMillis, timeout.toMillis()), type);
        } catch (UnexpectedStatusException | InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            throw unquoted(request, e);
        }
    }

    /** The answer to a request, whatever its status. */
    ClusterResponse send(Request request, ClusterReader.Bounds bounds) throws IOException {
        return send(request, options.toBuilder(), bounds);
    }

    /**
     * The answer to a request that is sent once, whatever its status.
     *
     * @throws NotSentException if no seed took a connection
     */
    ClusterResponse sendOnce(Request request, String opaqueId, ClusterReader.Bounds bounds) throws IOException {
        try {
            return send(request, options.toBuilder().addHeader("X-Opaque-Id", opaqueId), bounds);
        } catch (IOException e) {
            if (isOfConnecting(e)) {
                throw new NotSentException("no node took a connection: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    private ClusterResponse send(Request request, RequestOptions.Builder sent, ClusterReader.Bounds bounds)
            throws IOException {
        request.setOptions(sent.setHttpAsyncResponseConsumerFactory(bounded(new ByteSize(bounds.maxBytes()))));
        String asked = request.getMethod() + " " + pathOf(request);
        Response response =
                perform(request, asked, Math.min(timeoutMillis, bounds.timeout().toMillis()));
        HttpEntity entity = response.getEntity();
        return new ClusterResponse(
                response.getStatusLine().getStatusCode(),
                entity == null ? new byte[0] : EntityUtils.toByteArray(entity));
    }

    // What stands between here and a node may answer with the credentials that it was shown.
    private static IOException unquoted(Request request, IOException problem) {
        Throwable cause = problem.getCause();
        return cause instanceof TimeoutException
                ? new IOException(problem.getMessage())
                : new IOException("GET " + pathOf(request) + " was not answered in a way that can be used: "
                        + (cause == null ? problem : cause).getClass().getSimpleName());
    }

    private <T> T read(Request request, long millis, TypeReference<T> type) throws IOException {
        String asked = "GET " + pathOf(request);
        Response response = perform(request, asked, millis);
        int status = response.getStatusLine().getStatusCode();
        if (status != OK) {
            throw new UnexpectedStatusException(asked, status);
        }
        try (InputStream body = response.getEntity().getContent()) {
            T value = JSON.value(body, type);
            if (value != null) {
                return value;
            }
        } catch (StreamConstraintsException e) {
            throw new AnswerTooLongException(asked + UNUSABLE + reason(e));
        } catch (IOException e) {
            throw new IOException(asked + UNUSABLE + reason(e), e);
        }
        throw new IOException(asked + " was answered with null");
    }

    private Response perform(Request request, String asked, long millis) throws IOException {
        Limit limit = new Limit(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), millis);
        IOException refused = null;
        // Each new connection goes to the next address of a seed's name.
        for (int tries = 0; tries < Math.max(connects, addresses.most()); tries++) {
            try {
                return perform(request, asked, limit);
            } catch (IOException e) {
                if (!isOfConnecting(e)) {
                    throw e;
                }
                refused = e;
            }
        }
        throw Objects.requireNonNull(refused);
    }

    private static boolean isOfConnecting(IOException failure) {
        return failure.getCause() instanceof ConnectException || failure.getCause() instanceof ConnectTimeoutException;
    }

    /** When a question ends, as {@link System#nanoTime} counts, and how long it may take. */
    private record Limit(long deadline, long millis) {}

    private Response perform(Request request, String asked, Limit limit) throws IOException {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        Cancellable running = client.performRequestAsync(request, new ResponseListener() {
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
            return answer.get(limit.deadline() - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            // A ResponseException has the whole answer in its message, so it is never a cause.
            if (e.getCause() instanceof ResponseException refused) {
                return refused.getResponse();
            }
            throw failed(asked, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            running.cancel();
            throw new IOException(asked + " was not answered to its end in " + limit.millis() + " ms", e);
        } catch (InterruptedException e) {
            running.cancel();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a cluster was asked");
        }
    }

    private static IOException failed(String asked, Throwable cause) {
        if (cause instanceof ContentTooLongException tooLong) {
            return new AnswerTooLongException(asked + " failed: " + tooLong.getMessage());
        }
        return new IOException(asked + " failed: " + reason(cause), cause);
    }

    // May quote what the node sent.
    private static String reason(Throwable problem) {
        String text =
                problem instanceof JsonProcessingException json ? json.getOriginalMessage() : problem.getMessage();
        String shown = text == null ? problem.getClass().getSimpleName() : text.replaceAll("\\p{Cntrl}", " ");
        return shown.length() > MAX_REASON ? shown.substring(0, MAX_REASON) + "..." : shown;
    }

    private static String pathOf(Request request) {
        String endpoint = request.getEndpoint();
        int query = endpoint.indexOf('?');
        return query < 0 ? endpoint : endpoint.substring(0, query);
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("the client of a control plane did not close well");
        }
    }
}
