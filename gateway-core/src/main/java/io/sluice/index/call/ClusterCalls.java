package io.sluice.index.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.handler.ssl.JdkSslContext;
import io.sluice.config.AuthConfig;
import io.sluice.config.ClusterConfig;
import io.sluice.config.UpstreamTlsConfig;
import io.sluice.tls.Certificates;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsFileException;
import io.sluice.tls.TlsProvider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks a cluster's nodes in turn, and again while they are away or busy. Every attempt has a deadline for all of it, every answer
 * a bound; redirects are not followed. Blocks; thread-safe.
 */
public final class ClusterCalls implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;
    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(10);

    private final List<URI> nodes;
    private final @Nullable String authorization;
    private final CallTerms terms;
    private final HttpClient client;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * Makes a client; nothing is sent yet.
     *
     * @throws IOException if a certificate or key cannot be used
     */
    public ClusterCalls(ClusterConfig config, CallTerms terms) throws IOException {
        this.nodes = config.nodes();
        AuthConfig auth = config.auth();
        this.authorization = auth == null ? null : auth.header();
        this.terms = terms;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(config.timeouts().connect());
        SSLContext tls = tlsOf(config);
        if (tls != null) {
            builder.sslContext(tls);
        }
        this.client = builder.build();
    }

    /**
     * What the JDK's clients encrypt with; null for plain connections.
     *
     * @throws IOException if a file cannot be used
     */
    public static @Nullable SSLContext tlsOf(ClusterConfig config) throws IOException {
        if (!config.secure()) {
            return null;
        }
        UpstreamTlsConfig tls = config.tls();
        if (!tls.verify()) {
            throw new IOException("tls.verify: false is for gateways only; name the authority of the nodes instead");
        }
        try {
            KeyedChain own = tls.certificate() == null || tls.key() == null
                    ? null
                    : KeyedChain.read(tls.certificate(), tls.key());
            var trusted = tls.ca() == null ? null : Certificates.read(tls.ca());
            return ((JdkSslContext) TlsContexts.client(trusted, own, true, TlsProvider.JDK)).context();
        } catch (TlsFileException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The bounds of calls. */
    public CallTerms terms() {
        return terms;
    }

    /** The address of the first node, for messages. */
    public String name() {
        return nodes.getFirst().toString();
    }

    /**
     * The JSON of an answer of success.
     *
     * @throws CallException if the cluster refuses
     * @throws IOException if no node answers within the patience
     */
    public JsonNode json(Call call) throws IOException, InterruptedException {
        return bytes(call).json();
    }

    /** As {@link #json}, not parsed. */
    public Answer bytes(Call call) throws IOException, InterruptedException {
        return successful(send(call, null), call.name());
    }

    /**
     * The same answer.
     *
     * @param asked what it answers, for the message
     * @throws CallException if it is none of success
     */
    public static Answer successful(Answer answer, String asked) throws CallException {
        if (!answer.isSuccess()) {
            throw new CallException(asked, answer);
        }
        return answer;
    }

    /**
     * The answer of any status that will not pass by itself.
     *
     * @param node where the first attempt goes; null for the next in turn
     * @throws IOException if no node answers within the patience
     */
    public Answer send(Call call, @Nullable URI node) throws IOException, InterruptedException {
        return send(call, node, new Pause(terms.patience()));
    }

    /** The answer of one attempt at the next node; null if none came, or none for good: the same may succeed later. */
    public @Nullable Answer attempt(Call call) throws InterruptedException {
        try {
            Answer answer = attempt(call, next());
            return answer.isPassing() ? null : answer;
        } catch (IOException e) {
            return null;
        }
    }

    private Answer send(Call call, @Nullable URI node, Pause pause) throws IOException, InterruptedException {
        URI to = node == null ? next() : node;
        while (true) {
            try {
                Answer answer = attempt(call, to);
                if (!answer.isPassing() || !pause.sleep()) {
                    return answer;
                }
            } catch (AnswerTooLongException e) {
                throw e;
            } catch (IOException e) {
                if (!call.isRepeatable() || !pause.sleep()) {
                    throw new IOException(call.name() + " was not answered by " + to + ": " + words(e), e);
                }
            }
            to = next();
        }
    }

    private URI next() {
        return nodes.get(Math.floorMod(turn.getAndIncrement(), nodes.size()));
    }

    private static String words(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private Answer attempt(Call call, URI node) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(node.resolve(call.target()))
                .method(
                        call.method(),
                        call.body().length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(call.body()))
                .header("Accept", "application/json");
        if (call.body().length > 0) {
            request.header("Content-Type", call.contentType());
        }
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        CompletableFuture<HttpResponse<byte[]>> running =
                client.sendAsync(request.build(), head -> new BoundedBody(terms.maxAnswer()));
        try {
            HttpResponse<byte[]> response = running.get(terms.timeout().toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(response.statusCode(), response.body());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no whole answer in " + terms.timeout().toSeconds() + " s", e);
        } finally {
            running.cancel(true);
        }
    }

    /**
     * Who answers; while servers are being upgraded, the oldest.
     *
     * @throws IOException if that cannot be found out, or the version is not supported
     */
    public Server server() throws IOException, InterruptedException {
        // A wrong address should not be tried for minutes.
        Duration patience = terms.patience().compareTo(FIRST_PATIENCE) < 0 ? terms.patience() : FIRST_PATIENCE;
        Pause pause = new Pause(patience);
        Call versions = Call.get("/_nodes?filter_path=nodes.*.version");
        // The first page may say another product (compatibility.override_main_response_version of OpenSearch), or be
        // missing.
        Answer described = send(versions, null, pause);
        if (described.status() == UNAUTHORIZED) {
            throw new CallException(versions.name(), described);
        }
        List<Server> servers = new ArrayList<>();
        if (described.isSuccess()) {
            for (JsonNode node : described.json().path("nodes")) {
                servers.add(server(node.path("version")));
            }
        }
        if (servers.isEmpty()) {
            Call root = Call.get("/");
            servers.add(server(
                    successful(send(root, null, pause), root.name()).json().at("/version/number")));
        }
        return Collections.min(servers);
    }

    private Server server(JsonNode version) throws IOException {
        try {
            return Server.of(version.asText());
        } catch (IllegalArgumentException e) {
            throw new IOException(name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
