package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;

/** Servers of three versions for tests of the commands about indices, or of those that were asked for, and what is asked of them. */
final class IndexServers implements AutoCloseable {
    private static final String SAMPLE = "/scenarios/geonames-sample.ndjson.gz";
    private static final int BULK = 2_000;
    /** Every so many documents have a routing. */
    private static final int ROUTED = 10;

    private final DevCluster elasticsearch7;
    private final DevCluster elasticsearch8;
    private final DevCluster openSearch;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> cities;

    private IndexServers(DevCluster elasticsearch7, DevCluster elasticsearch8, DevCluster openSearch) throws Exception {
        this.elasticsearch7 = elasticsearch7;
        this.elasticsearch8 = elasticsearch8;
        this.openSearch = openSearch;
        this.cities = cities();
    }

    static IndexServers start() throws Exception {
        var eight = starting(EachServer.Kinds.inPlaceOf(ServerKind.ELASTICSEARCH_8), 1);
        var seven = starting(ServerKind.ELASTICSEARCH_7, 2);
        var open = starting(EachServer.Kinds.inPlaceOf(ServerKind.OPENSEARCH_2), 1);
        return new IndexServers(seven.join(), eight.join(), open.join());
    }

    private static CompletableFuture<DevCluster> starting(ServerKind kind, int nodes) {
        return CompletableFuture.supplyAsync(
                () -> DevCluster.of(kind).nodes(nodes).fastStart().start());
    }

    private static List<String> cities() throws Exception {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Objects.requireNonNull(IndexServers.class.getResourceAsStream(SAMPLE))),
                StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        }
    }

    URI seven() {
        return elasticsearch7.address(0);
    }

    URI eight() {
        return elasticsearch8.address(0);
    }

    URI open() {
        return openSearch.address(0);
    }

    JsonNode send(URI server, String method, String target, String body) throws Exception {
        return new ServerPlaces(client, server).send(method, target, body);
    }

    long count(URI server, String index) throws Exception {
        return send(server, "GET", "/" + index + "/_count", "").path("count").asLong();
    }

    /** The documents of an index, by id, as far as they fit into one answer. */
    JsonNode get(URI server, String index, String id) throws Exception {
        return new ServerPlaces(client, server).sendAny("GET", "/" + index + "/_doc/" + id, "");
    }

    /** Makes an index of cities: with routings, documents of higher versions, and gaps where documents were deleted. */
    void load(URI server, String index, int documents) throws Exception {
        send(server, "PUT", "/" + index, """
                {"settings":{"number_of_shards":3,"number_of_replicas":0,"refresh_interval":"7s"},
                 "mappings":{"properties":{"name":{"type":"text"},"location":{"type":"geo_point"},
                  "country_code":{"type":"keyword"},"alternatenames":{"type":"text","norms":false}}}}""");
        ServerPlaces places = new ServerPlaces(client, server);
        for (int from = 0; from < documents; from += BULK) {
            StringBuilder body = new StringBuilder();
            for (int i = from; i < Math.min(documents, from + BULK); i++) {
                add(body, i, cities.get(i % cities.size()));
                if (i % 97 == 0) {
                    add(body, i, cities.get((i + 1) % cities.size()));
                }
            }
            places.bulk("/" + index + "/_bulk", body.toString());
        }
        List<String> gone = new ArrayList<>();
        for (int i = 0; i < documents; i += 1_000) {
            gone.add("{\"index\":{\"_id\":\"gone-" + i + "\"}}\n{\"name\":\"gone\"}\n");
            gone.add("{\"delete\":{\"_id\":\"gone-" + i + "\"}}\n");
        }
        places.bulk("/" + index + "/_bulk", String.join("", gone));
    }

    private static void add(StringBuilder body, int number, String source) {
        body.append("{\"index\":{\"_id\":\"").append(number).append('"');
        if (number % ROUTED == 0) {
            body.append(",\"routing\":\"r").append(number % 7).append('"');
        }
        body.append("}}\n").append(source).append('\n');
    }

    /** The parameter with which a document of {@link #load} is found. */
    static String routing(int number) {
        return number % ROUTED == 0 ? "?routing=r" + number % 7 : "";
    }

    @Override
    public void close() {
        client.close();
        elasticsearch7.close();
        elasticsearch8.close();
        openSearch.close();
    }
}
