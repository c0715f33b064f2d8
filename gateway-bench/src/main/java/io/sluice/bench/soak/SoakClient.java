package io.sluice.bench.soak;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A client of one tenant that uses several gateways in turn. For one thread. */
final class SoakClient implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final int FIRST_ERROR = 300;

    private final List<URI> targets;
    private final String tenant;
    private final Tally tally;
    private final HttpClient http;
    private int next;

    /**
     * Makes a client.
     *
     * @param security for targets with TLS
     * @param version HTTP/2 where a target offers it, or only HTTP/1.1
     * @param first number of the target to begin with
     */
    SoakClient(
            List<URI> targets, String tenant, SSLContext security, HttpClient.Version version, int first, Tally tally) {
        this.targets = targets;
        this.tenant = tenant;
        this.tally = tally;
        this.next = first;
        this.http = HttpClient.newBuilder()
                .sslContext(security)
                .version(version)
                .connectTimeout(PATIENCE)
                .build();
    }

    /** Sends a request to the next target; null, and counted as failed, if it has no answer of success in JSON. */
    @Nullable JsonNode send(String method, String path, String type, String body) throws InterruptedException {
        String what = method + " " + path.replaceAll("^.*/", "").replaceAll("[?].*", "");
        try {
            HttpResponse<byte[]> answer =
                    http.send(request(method, path, type, body), HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() >= FIRST_ERROR) {
                tally.failed(what + ": " + answer.statusCode());
                return null;
            }
            return MAPPER.readTree(answer.body());
        } catch (JsonProcessingException e) {
            tally.fault(what + ": the answer is no JSON");
        } catch (IOException e) {
            tally.failed(what + ": " + e.getClass().getSimpleName());
        }
        return null;
    }

    /** Sends a request to the next target and gives it up after a while, if it is not answered before. */
    void sendAndCancel(String method, String path, String type, String body, Duration after)
            throws InterruptedException {
        CompletableFuture<?> answer =
                http.sendAsync(request(method, path, type, body), HttpResponse.BodyHandlers.discarding());
        Thread.sleep(after);
        answer.cancel(true);
        tally.cancelled();
    }

    private HttpRequest request(String method, String path, String type, String body) {
        URI target = targets.get(next++ % targets.size());
        return HttpRequest.newBuilder(target.resolve(path))
                .timeout(PATIENCE)
                .header("X-Tenant", tenant)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
