package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Operations on one document by several names keep their order even if the names are moved to other indices: before a
 * bulk without the gateway's knowledge, and during bulks. {@code -Dsluice.moving.bulks} sets the number of bulks after
 * each change; ten times as many are sent during changes. {@code -Dsluice.moving.seed} changes the random bulks.
 */
class BulkMovingNamesIT {

    private static final long SEED = Long.getLong("sluice.moving.seed", 1);
    private static final int BULKS = Integer.getInteger("sluice.moving.bulks", 2);
    private static final int DOCUMENTS = 40;
    private static final int LINKS = 8;
    private static final String DIRECT = "straight";
    private static final String REGROUPED = "regroupd";

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private int operations;
    private DevCluster cluster;

    @AfterEach
    void stop() {
        client.close();
    }

    @ParameterizedTest
    @EachServer
    void endAsOnTheClusterItselfThoughTheGatewaysViewIsStale(ServerKind kind) throws Exception {
        start(kind);
        try (RegroupingGateway gateway = gateway("10m", "")) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            ServerPlaces through = new ServerPlaces(client, gateway.address());
            MovingNames direct = new MovingNames(server, DIRECT);
            MovingNames regrouped = new MovingNames(server, REGROUPED);
            cluster.awaitGreen();
            gateway.awaitSplitting(
                    regrouped.names().stream().map(REGROUPED::concat).toList());
            RegroupingGateway.Rounds before = gateway.rounds();
            int sent = 0;
            for (MovingNames.Change change : MovingNames.Change.values()) {
                direct.make(change);
                regrouped.make(change);
                for (int number = 0; number < BULKS; number++, sent++) {
                    MixedBulk bulk = chains(regrouped.names());
                    BulkAnswer expected =
                            BulkAnswer.of(server.send("POST", "/_bulk", bulk.bodyOf(DIRECT)), bulk, DIRECT);
                    BulkAnswer answer =
                            BulkAnswer.of(through.send("POST", "/_bulk", bulk.bodyOf(REGROUPED)), bulk, REGROUPED);
                    assertThat(answer)
                            .as("-Dsluice.moving.seed=%d, %s, bulk %d", SEED, change, number)
                            .isEqualTo(expected);
                }
            }
            long split = gateway.rounds().bulks() - before.bulks();
            System.out.printf("moving names: %s, %d bulks, %d of them split, no difference%n", kind, sent, split);
            assertThat(split).isGreaterThan(sent / 2);
        }
    }

    @ParameterizedTest
    @EachServer
    void areExecutedInTheirOrderWhileAliasesMove(ServerKind kind) throws Exception {
        start(kind);
        try (RegroupingGateway gateway = gateway("300ms", "splitBytes: 2KiB")) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            ServerPlaces through = new ServerPlaces(client, gateway.address());
            MovingNames names = new MovingNames(server, REGROUPED);
            cluster.awaitGreen();
            gateway.awaitSplitting(names.names().stream().map(REGROUPED::concat).toList());
            int executed = 0;
            for (int number = 0; number < BULKS * 10; number++) {
                MixedBulk bulk = chains(List.of("-al", "-a", "-b", "-roll", "-roll-000001"));
                var answer = later(() -> through.send("POST", "/_bulk", bulk.bodyOf(REGROUPED)));
                names.make(number % 2 == 0 ? MovingNames.Change.ALIAS_MOVES : MovingNames.Change.ALIAS_MOVES_BACK);
                if (number % 5 == 0) {
                    names.make(MovingNames.Change.ALIAS_ROLLS_OVER);
                }
                executed += assertInOrder(answer.get(), "-Dsluice.moving.seed=" + SEED + ", bulk " + number);
            }
            System.out.printf(
                    "moving names: %s, %d operations in order amid changes, %s%n", kind, executed, gateway.rounds());
        }
    }

    @ParameterizedTest
    @EachServer
    void leaveWhatTheLastOperationLeavesWhileIndicesAreMadeAnew(ServerKind kind) throws Exception {
        start(kind);
        try (RegroupingGateway gateway = gateway("300ms", "")) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            ServerPlaces through = new ServerPlaces(client, gateway.address());
            MovingNames names = new MovingNames(server, REGROUPED);
            cluster.awaitGreen();
            gateway.awaitSplitting(names.names().stream().map(REGROUPED::concat).toList());
            int stored = 0;
            int sent = 0;
            for (int number = 0; number < BULKS * 5; number++) {
                int shards = 1 + number % 9;
                FutureTask<Void> change = begin(() -> names.makeAnew(shards));
                boolean made;
                do {
                    // The last bulk arrives before the gateway has seen the new names.
                    made = change.isDone();
                    // Every third bulk bypasses the gateway, to check that the expectation holds for the cluster
                    // itself.
                    ServerPlaces way = sent++ % 3 == 0 ? server : through;
                    MixedBulk bulk = chains(List.of("-again", "-too"));
                    JsonNode answer = way.send("POST", "/_bulk", bulk.bodyOf(REGROUPED));
                    stored += assertLastWord(server, answer, bulk, "-Dsluice.moving.seed=" + SEED + ", bulk " + sent);
                } while (!made);
                change.get();
            }
            System.out.printf(
                    "moving names: %s, %d bulks, %d documents as their last operation left them%n", kind, sent, stored);
            assertThat(stored).isPositive();
        }
    }

    private void start(ServerKind kind) throws Exception {
        cluster = SharedClusters.emptyOfThree(kind);
        new ServerPlaces(client, cluster.address(0))
                .send("PUT", "/_cluster/settings", "{\"persistent\":{\"action.auto_create_index\":\"false\"}}");
    }

    private RegroupingGateway gateway(String look, String more) throws Exception {
        return RegroupingGateway.start(
                Distribution.copyTo(directory.resolve("sluice")),
                cluster.addresses(),
                RegroupingGateway.Settings.USUAL
                        .withCluster("discovery: { every: " + look + " }")
                        .withBulk(more));
    }

    /** Interleaved chains of operations on documents of this bulk only. */
    private MixedBulk chains(List<String> names) {
        List<String> items = new ArrayList<>();
        int first = operations;
        for (int i = 0; i < DOCUMENTS * LINKS; i++) {
            String name = MixedBulk.PREFIX + names.get(random.nextInt(names.size()));
            items.add(MovingNames.item(random, name, first + "-" + random.nextInt(DOCUMENTS), operations++));
        }
        return new MixedBulk("/_bulk", items, false);
    }

    /** The sequence numbers of each document's operations rise; returns how many were executed. */
    private static int assertInOrder(JsonNode answer, String as) {
        Map<String, Long> last = new HashMap<>();
        int executed = 0;
        for (JsonNode item : answer.path("items")) {
            JsonNode result = item.elements().next();
            if (result.has("_seq_no") && !result.path("result").asText().equals("noop")) {
                executed++;
                String document = result.path("_index").asText() + " "
                        + result.path("_id").asText();
                long number = result.path("_seq_no").asLong();
                Long before = last.put(document, number);
                assertThat(before == null || before < number)
                        .as("%s: %s, sequence number %d after %d", as, document, number, before)
                        .isTrue();
            }
        }
        return executed;
    }

    /** Every existing document is the result of its last successful operation; returns the number of documents. */
    private static int assertLastWord(ServerPlaces server, JsonNode answer, MixedBulk bulk, String as)
            throws Exception {
        Map<String, String> last = new HashMap<>();
        for (int i = 0; i < bulk.items().size(); i++) {
            JsonNode result = answer.path("items").get(i).elements().next();
            if (result.path("status").asInt() < 300) {
                last.put(result.path("_id").asText(), bulk.items().get(i));
            }
        }
        String ids = "{\"ids\":[\"" + String.join("\",\"", last.keySet()) + "\"]}";
        int there = 0;
        for (JsonNode document :
                server.sendAny("POST", "/" + REGROUPED + "-again/_mget", ids).path("docs")) {
            if (document.path("found").asBoolean()) {
                there++;
                assertThat(last.get(document.path("_id").asText()))
                        .as("%s: the last operation on what is now %s", as, document)
                        .contains("\"n\":" + document.at("/_source/n"));
            }
        }
        return there;
    }

    private interface Change {
        void make() throws Exception;
    }

    private static FutureTask<Void> begin(Change change) {
        return later(() -> {
            change.make();
            return null;
        });
    }

    /** Runs a task beside the test. */
    private static <T> FutureTask<T> later(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        Thread.ofVirtual().start(future);
        return future;
    }
}
