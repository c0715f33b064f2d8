package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A gateway process that regroups bulks by shard, before a cluster. */
final class RegroupingGateway implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int WARM_UP_ITEMS = 120;

    private final RunningGateway gateway;

    private RegroupingGateway(RunningGateway gateway) {
        this.gateway = gateway;
    }

    /**
     * How the gateway is set up.
     *
     * @param cluster further keys of the cluster
     * @param bulk further keys of {@code bulk}
     * @param javaOptions of its process
     * @param more further sections of the configuration
     */
    record Settings(String cluster, String bulk, String javaOptions, String more) {

        static final Settings USUAL = new Settings("", "", Distribution.JAVA_OPTIONS, "");

        Settings withCluster(String newCluster) {
            return new Settings(newCluster, bulk, javaOptions, more);
        }

        Settings withBulk(String newBulk) {
            return new Settings(cluster, newBulk, javaOptions, more);
        }

        Settings withJavaOptions(String newOptions) {
            return new Settings(cluster, bulk, newOptions, more);
        }

        Settings withMore(String newSections) {
            return new Settings(cluster, bulk, javaOptions, newSections);
        }
    }

    /**
     * Starts a gateway that splits all but the smallest bulks.
     *
     * @param look time between two looks at the cluster
     */
    static RegroupingGateway start(Distribution distribution, DevCluster cluster, String look) throws IOException {
        return start(
                distribution, cluster.addresses(), Settings.USUAL.withCluster("discovery: { every: " + look + " }"));
    }

    /** The same before these nodes. */
    static RegroupingGateway start(Distribution distribution, List<URI> addresses, Settings settings)
            throws IOException {
        String nodes = addresses.stream().map(URI::toString).collect(Collectors.joining(", "));
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: [%s], %s } }
                flows: { default: { relay: { cluster: primary, bulk: { groupBy: shard, minBytes: 1KiB, minItems: 2, %s } } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                %s
                """.formatted(nodes, settings.cluster(), settings.bulk(), settings.more()));
        ProcessBuilder builder = distribution.builder("run");
        builder.environment().put("JAVA_OPTS", settings.javaOptions());
        return new RegroupingGateway(RunningGateway.start(builder));
    }

    /** What its admin endpoint has for somebody who accepts a type. */
    String admin(String target, String accept) throws IOException, InterruptedException {
        return gateway.admin(target, accept).body();
    }

    URI address() throws IOException {
        return gateway.address();
    }

    /**
     * Sends bulks that change nothing until the view knows these names, so that bulks which name them are split. Updates of
     * missing documents are refused item by item, by data streams too.
     */
    void awaitSplitting(List<String> names) throws IOException, InterruptedException {
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < WARM_UP_ITEMS; i++) {
            int name = i % names.size();
            // An id with two names would put both names on one lane.
            bulk.append("{\"update\":{\"_index\":\"%s\",\"_id\":\"nobody-%d\"}}%n{\"doc\":{}}%n"
                    .formatted(names.get(name), name));
        }
        try {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> isSplit(bulk.toString()));
        } catch (ConditionTimeoutException e) {
            throw new IOException("bulks are not split: " + countersOfWhole() + "\n" + gateway.log(), e);
        }
    }

    private boolean isSplit(String bulk) throws IOException, InterruptedException {
        long before = relayedWhole();
        HttpResponse<String> answer = gateway.send("POST", "/_bulk", bulk);
        if (answer.statusCode() != 200) {
            throw new IOException("a bulk was refused: " + answer.body());
        }
        return relayedWhole() == before;
    }

    /** Waits until the gateway has looked at the cluster once more. */
    void awaitAnotherLook() {
        long began = System.nanoTime();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            double age = MAPPER.readTree(gateway.admin("/clusters").body())
                    .at("/primary/view/age_seconds")
                    .asDouble();
            return age * 1e9 < System.nanoTime() - began;
        });
    }

    /** How many bulks were relayed to one node as they are. */
    long relayedWhole() throws IOException, InterruptedException {
        return countersOfWhole().stream()
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** How many items were sent to nodes that are not known to hold them. */
    long misplaced() throws IOException, InterruptedException {
        return counter("sluice_bulk_items_misplaced_total");
    }

    /** How many bulks were split, and in how many rounds they ran. */
    Rounds rounds() throws IOException, InterruptedException {
        return new Rounds(counter("sluice_bulk_split_total"), counter("sluice_bulk_rounds_total"));
    }

    /** Bulks that were split and the rounds that they ran in. */
    record Rounds(long bulks, long rounds) {}

    private long counter(String name) throws IOException, InterruptedException {
        return gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private List<String> countersOfWhole() throws IOException, InterruptedException {
        return gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("sluice_bulk_whole_total{"))
                .toList();
    }

    /** How many requests the gateway has sent to the nodes for its clients. */
    long requestsToNodes() throws IOException, InterruptedException {
        long requests = 0;
        for (JsonNode node : MAPPER.readTree(gateway.admin("/clusters").body()).at("/primary/nodes")) {
            requests += node.at("/pool/requests").longValue();
        }
        return requests;
    }

    long residentMebibytes() throws IOException {
        return gateway.residentMebibytes();
    }

    String log() throws IOException {
        return gateway.log();
    }

    @Override
    public void close() throws IOException {
        gateway.close();
    }
}
