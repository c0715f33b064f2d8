package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;

/**
 * A gateway before a cluster with the documents of several tenants, and a cluster with those of one of them only. One thread works
 * with it.
 */
final class EqualServers implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int MOST_SHOWN = 20;

    /** Each one costs a full client timeout, and a broken server no longer answers any. */
    private static final int MOST_UNANSWERED = 10;

    private static final boolean PROGRESS = Boolean.getBoolean("sluice.equivalence.verbose");

    private final EqualClusters clusters;
    private final EqualLayout layout;
    private final TenantGateway gateway;
    private final EqualAnswers answers;
    private final ExecutorService beside = Executors.newSingleThreadExecutor();
    private final List<String> differences = new ArrayList<>();
    private final List<String> unanswered = new ArrayList<>();
    private final Map<String, Integer> succeeded = new HashMap<>();
    private String tenant = "";
    private int sent;

    /** The responses of gateway and server to one request. */
    record Both(TenantGateway.Answer relayed, TenantGateway.Answer direct) {

        /**
         * Whether the servers failed: for the same server bug, one may answer with an error and the other not at all.
         */
        boolean notAnswered() {
            boolean none = relayed == TenantGateway.Answer.NONE || direct == TenantGateway.Answer.NONE;
            return none && failed(relayed) && failed(direct);
        }

        private static boolean failed(TenantGateway.Answer answer) {
            return answer == TenantGateway.Answer.NONE || answer.status() >= 500;
        }
    }

    /** Sends a request and waits for its answer. */
    private interface Sending {
        TenantGateway.Answer answer() throws IOException, InterruptedException;
    }

    private EqualServers(EqualClusters clusters, EqualLayout layout, TenantGateway gateway) {
        this.clusters = clusters;
        this.layout = layout;
        this.gateway = gateway;
        this.answers = new EqualAnswers(layout);
    }

    /** Starts a gateway before clusters that run, and go on running. */
    static EqualServers before(EqualClusters clusters, EqualLayout layout, Path home) throws IOException {
        return new EqualServers(clusters, layout, TenantGateway.start(clusters.shared(), home, layout.yaml()));
    }

    ServerKind kind() {
        return clusters.kind();
    }

    /** From now on answers of this tenant are compared. */
    void compare(String name) {
        tenant = name;
    }

    List<String> differences() {
        return differences;
    }

    /** Requests that could not be compared because the servers did not answer. */
    List<String> unanswered() {
        return unanswered;
    }

    int sent() {
        return sent;
    }

    /** How often a request that was counted under the name had an answer that is no error. */
    int succeeded(String name) {
        return succeeded.getOrDefault(name, 0);
    }

    /** Sends the request to both, compares their answers, and counts it under its endpoint and a name. */
    Both send(EqualRequest request, String name) throws IOException, InterruptedException {
        return send(request, request, name);
    }

    /** Sends two requests that differ only in their handles. */
    Both send(EqualRequest request, EqualRequest direct, String name) throws IOException, InterruptedException {
        Both both = ask(request, direct);
        compare(request, both, name);
        return both;
    }

    /** Sends each side its request, both at the same time, and compares nothing. */
    Both ask(EqualRequest request, EqualRequest direct) throws IOException, InterruptedException {
        Future<TenantGateway.Answer> answer = beside.submit(() ->
                answerOrNone(() -> gateway.direct(clusters.own(), direct.method(), direct.target(), direct.body())));
        TenantGateway.Answer relayed =
                answerOrNone(() -> gateway.as(tenant, request.method(), request.target(), request.body()));
        sent++;
        return new Both(relayed, resultOf(answer));
    }

    private static TenantGateway.Answer answerOrNone(Sending sending) throws IOException, InterruptedException {
        try {
            return sending.answer();
        } catch (HttpTimeoutException e) {
            return TenantGateway.Answer.NONE;
        }
    }

    /** Compares two answers, and counts them under the endpoint of their request and a name. */
    void compare(EqualRequest request, Both both, String name) throws IOException {
        if (both.notAnswered()) {
            unanswered.add(layout + " " + sent + ". " + request);
            if (unanswered.size() > MOST_UNANSWERED) {
                throw new IOException("not answered: " + unanswered);
            }
            return;
        }
        String difference = answers.difference(request, both.relayed(), both.direct());
        if (!difference.isEmpty() && differences.size() < MOST_SHOWN) {
            String shown = layout + " " + sent + ". " + tenant + ": " + cut(request.toString(), 500) + "\n  "
                    + cut(difference, 700) + "\n  relayed " + cut(both.relayed().toString(), 300) + "\n  direct  "
                    + cut(both.direct().toString(), 300);
            differences.add(shown);
            if (PROGRESS) {
                System.out.println("# " + shown);
            }
        }
        if (both.direct().status() < 300 && !both.direct().body().contains("\"failures\":[{")) {
            succeeded.merge(name, 1, Integer::sum);
            succeeded.merge(request.endpoint(), 1, Integer::sum);
        }
    }

    private static <T> T resultOf(Future<T> work) throws IOException, InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private static String cut(String text, int length) {
        return text.length() > length ? text.substring(0, length) + "..." : text;
    }

    /** Sends a request as a tenant. */
    TenantGateway.Answer as(String name, String method, String target, String body)
            throws IOException, InterruptedException {
        return gateway.as(name, method, target, body);
    }

    /** Sends a request past the gateway to the tenants' cluster. */
    TenantGateway.Answer asked(String method, String target, String body) throws IOException, InterruptedException {
        return gateway.direct(clusters.shared(), method, target, body);
    }

    /** Sends a request as another tenant; its answer does not matter. */
    void sendAs(String other, EqualRequest request) throws IOException, InterruptedException {
        gateway.as(other, request.method(), request.target(), request.body());
    }

    /** Deletes everything on both clusters. */
    void clear() throws IOException, InterruptedException {
        operate("DELETE", "/*", "");
        prepareOwn("DELETE", "/*", "");
    }

    /** Sends a request past the gateway, as the operator of the tenants' cluster. */
    void operate(String method, String target, String body) throws IOException, InterruptedException {
        expected(asked(method, target, body), method + " " + target);
    }

    /** Sends a request to the server that has one tenant's documents only. */
    void prepareOwn(String method, String target, String body) throws IOException, InterruptedException {
        expected(gateway.direct(clusters.own(), method, target, body), method + " " + target);
    }

    private static void expected(TenantGateway.Answer answer, String request) throws IOException {
        if (answer.status() != 200) {
            throw new IOException(request + ": " + answer);
        }
    }

    /** Makes one segment of each shard without what is deleted, so that scores do not depend on when a server merges. */
    void merge() throws IOException, InterruptedException {
        Future<?> own = beside.submit(() -> merge(clusters.own()));
        merge(clusters.shared());
        resultOf(own);
    }

    private void merge(DevCluster cluster) {
        Awaitility.await()
                .atMost(DEADLINE)
                .pollInterval(Duration.ofMillis(50))
                .pollDelay(Duration.ZERO)
                .until(() -> isMerged(cluster));
    }

    private boolean isMerged(DevCluster cluster) throws IOException, InterruptedException {
        gateway.direct(cluster, "POST", "/_flush?force=true&wait_if_ongoing=true", "");
        gateway.direct(cluster, "POST", "/_forcemerge?max_num_segments=1", "");
        gateway.direct(cluster, "POST", "/_refresh", "");
        JsonNode all = gateway.direct(cluster, "GET", "/_stats/docs", "").json().at("/_all/primaries/docs");
        return all.path("deleted").asInt() == 0;
    }

    @Override
    public void close() throws IOException {
        beside.shutdownNow();
        gateway.close();
    }
}
