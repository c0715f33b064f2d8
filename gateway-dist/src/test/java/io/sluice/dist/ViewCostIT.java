package io.sluice.dist;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Measures what it costs to keep the view of a few names fresh on a cluster with very many indices; a benchmark, run by hand. */
@EnabledIfSystemProperty(named = "sluice.view.indices", matches = "\\d+")
class ViewCostIT {
    private static final int INDICES = Integer.getInteger("sluice.view.indices", 0);
    private static final int ROUNDS = 15;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String BODY = """
            {"settings":{"number_of_shards":1,"number_of_replicas":0},
            "mappings":{"properties":{"a":{"type":"keyword"},"b":{"type":"text"},"c":{"type":"long"}}}}""";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void measuresARefreshOfAFewNames() throws Exception {
        try (DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                        .nodes(3)
                        .heapMegabytes(4096)
                        .setting("cluster.max_shards_per_node", "20000")
                        .start();
                CountingRelay relay = new CountingRelay(cluster.address(0));
                ComputedPlaces places = new ComputedPlaces(cluster, List.of(relay.address()))) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            for (int i = 0; i < INDICES; i++) {
                server.send("PUT", "/index-" + i, BODY);
            }
            for (int names : new int[] {4, 100, Math.min(1000, INDICES)}) {
                places.knowing(
                        IntStream.range(0, names).mapToObj(i -> "index-" + i).toArray(String[]::new));
                report(names + " names", () -> refresh(relay, places));
            }
            URI all = cluster.address(0).resolve("/_cluster/state/metadata,routing_table");
            report("the whole state", () -> fetch(all));
        }
    }

    /** Bytes and milliseconds. */
    private record Cost(double bytes, double millis) {}

    private static Cost refresh(CountingRelay relay, ComputedPlaces places) {
        relay.reset();
        long before = places.reads();
        places.afresh();
        double reads = places.reads() - before;
        return new Cost(relay.received() / reads, relay.busyMillis() / reads);
    }

    private Cost fetch(URI address) throws Exception {
        long start = System.nanoTime();
        byte[] body = client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofByteArray())
                .body();
        return new Cost(body.length, (System.nanoTime() - start) / NANOS_PER_MILLI);
    }

    private static void report(String what, Callable<Cost> measured) throws Exception {
        List<Cost> costs = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            costs.add(measured.call());
        }
        costs.sort(Comparator.comparingDouble(Cost::millis));
        Cost median = costs.get(ROUNDS / 2);
        System.out.printf(
                "%d indices, %s: %.0f bytes, median %.1f ms (%.1f to %.1f)%n",
                INDICES,
                what,
                median.bytes(),
                median.millis(),
                costs.getFirst().millis(),
                costs.getLast().millis());
    }
}
