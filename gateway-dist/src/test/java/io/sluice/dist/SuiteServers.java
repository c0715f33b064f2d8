package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A cluster, and gateways before it, for the server's own suite. One thread works with it. */
final class SuiteServers implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String ALL = "DELETE /*?expand_wildcards=open,closed,hidden";
    /** More than this one a server does not take while it stands. */
    private static final String UNLOCKED = "{\"index.blocks.read_only\":null}";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final DevCluster cluster;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    SuiteServers(DevCluster cluster) {
        this.cluster = cluster;
    }

    /** The server itself, on which indices are made as for a layout. */
    SuiteSide direct(SuiteLayout layout) {
        return new Side(cluster.address(0), "") {
            @Override
            public void prepare() throws IOException, InterruptedException {
                layout.prepare(this);
            }

            @Override
            public Answer created(String index, JsonNode body) throws IOException, InterruptedException {
                JsonNode made = layout.direct(body);
                return made == null ? null : send("PUT /" + index, made.toString(), false, Map.of());
            }
        };
    }

    /** A gateway before it, as a tenant. */
    SuiteSide tenant(URI gateway, SuiteLayout layout) {
        SuiteSide server = new Side(cluster.address(0), "");
        return new Side(gateway, SuiteLayout.TENANT) {
            @Override
            public void prepare() throws IOException, InterruptedException {
                layout.prepare(server);
            }

            @Override
            public Answer created(String index, JsonNode body) throws IOException, InterruptedException {
                return layout.created(server, this, index, body);
            }
        };
    }

    /** Deletes all that a test may have left. */
    void wipe() throws IOException, InterruptedException {
        Side server = new Side(cluster.address(0), "");
        server.send("DELETE /_data_stream/*", "", false, Map.of());
        server.send("DELETE /_snapshot/*", "", false, Map.of());
        if (server.send(ALL, "", false, Map.of()).status() == 403) {
            server.send("PUT /*/_settings?expand_wildcards=open,closed,hidden", UNLOCKED, false, Map.of());
            server.send(ALL, "", false, Map.of());
        }
        JsonNode state = MAPPER.readTree(server.send("GET /_cluster/state/metadata", "", false, Map.of())
                        .body())
                .path("metadata");
        deleteEach(server, state.path("templates"), "/_template/");
        deleteEach(server, state.path("index_template").path("index_template"), "/_index_template/");
        deleteEach(server, state.path("component_template").path("component_template"), "/_component_template/");
        deleteEach(server, state.path("stored_scripts"), "/_scripts/");
        server.send("DELETE /_search/pipeline/*", "", false, Map.of());
        server.send("DELETE /_ingest/pipeline/*", "", false, Map.of());
        JsonNode settings =
                MAPPER.readTree(server.send("GET /_cluster/settings?flat_settings=true", "", false, Map.of())
                        .body());
        if (!settings.path("persistent").isEmpty()
                || !settings.path("transient").isEmpty()) {
            server.send(
                    "PUT /_cluster/settings",
                    "{\"persistent\":{\"*\":null},\"transient\":{\"*\":null}}",
                    false,
                    Map.of());
        }
    }

    private static void deleteEach(Side server, JsonNode named, String path) throws IOException, InterruptedException {
        for (Map.Entry<String, JsonNode> entry : named.properties()) {
            server.send("DELETE " + path + entry.getKey(), "", false, Map.of());
        }
    }

    // The client sends a request that was answered with 408 again, as often as it is, and forgets the time.
    private SuiteSide.Answer answer(HttpRequest request) throws IOException, InterruptedException {
        Future<HttpResponse<String>> coming = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        try {
            HttpResponse<String> answer = coming.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return new SuiteSide.Answer(
                    answer.statusCode(),
                    answer.body(),
                    answer.headers().firstValue("Content-Type").orElse(""),
                    List.copyOf(answer.headers().allValues("Warning")));
        } catch (TimeoutException e) {
            coming.cancel(true);
            return new SuiteSide.Answer(0, "", "", List.of());
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        cluster.close();
    }

    /** One address, and the tenant as whom it is asked; empty for none. */
    private class Side implements SuiteSide {

        private final URI address;
        private final String tenant;

        Side(URI address, String tenant) {
            this.address = address;
            this.tenant = tenant;
        }

        @Override
        public void prepare() throws IOException, InterruptedException {}

        @Override
        public Answer send(String line, String body, boolean lines, Map<String, String> headers)
                throws IOException, InterruptedException {
            int blank = line.indexOf(' ');
            HttpRequest.BodyPublisher publisher =
                    body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + line.substring(blank + 1)))
                    .method(line.substring(0, blank), publisher);
            if (!body.isEmpty()) {
                request.header("Content-Type", lines ? "application/x-ndjson" : "application/json");
            }
            if (!tenant.isEmpty()) {
                request.header("X-Tenant", tenant);
            }
            headers.forEach(request::setHeader);
            return answer(request.build());
        }
    }
}
