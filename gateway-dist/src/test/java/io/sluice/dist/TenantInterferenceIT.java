package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * In shared indices, a tenant's random requests get the same responses with and without other tenants' documents.
 * {@link InterferenceAnswers} lists what is not compared. {@code -Dsluice.interference.searches=N} sends so many to
 * each server, {@code -Dsluice.interference.seed=N} draws others.
 */
class TenantInterferenceIT {

    private static final int SEARCHES = Integer.getInteger("sluice.interference.searches", 200);
    private static final long SEED = Long.getLong("sluice.interference.seed", 42);

    /** Documents are drawn anew after so many. */
    private static final int IN_A_ROUND = 100;

    /** So many requests that tell of others are made smaller, which takes many more. */
    private static final int MOST_SHRUNK = 5;

    private static final int MOST_SHOWN = 900;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void answersAreTheSameWhateverOthersHaveWritten(ServerKind kind) throws Exception {
        // Given
        List<String> telling = new ArrayList<>();
        Map<Integer, Integer> statuses = new TreeMap<>();
        int documented = 0;
        long begin = System.nanoTime();
        DevCluster cluster = SharedClusters.empty(kind);
        try (TenantGateway gateway =
                TenantGateway.start(cluster, directory.resolve(kind.name()), EqualLayout.SHARED_CONSTANT.yaml())) {
            // When
            for (int sent = 0; sent < SEARCHES; sent += IN_A_ROUND) {
                int number = sent / IN_A_ROUND;
                EqualDice dice = new EqualDice(SEED + number);
                InterferenceDocuments documents = new InterferenceDocuments(dice, kind, 1 + number % 2);
                InterferenceRound round = new InterferenceRound(gateway, cluster, kind, documents);
                List<EqualRequest> requests =
                        new InterferenceRequests(dice, kind).draw(Math.min(IN_A_ROUND, SEARCHES - sent));
                Map<EqualRequest, InterferenceRound.Difference> found = round.telling(requests);
                round.statuses().forEach((status, count) -> statuses.merge(status, count, Integer::sum));
                documented += round.documented();
                telling.addAll(described(found, telling.size(), round, SEED + number, 1 + number % 2));
            }
        }

        // Then
        System.out.printf(
                "%s, seed %d: %d requests in %d s, by status: %s, telling: %d, and as documented: %d%n",
                kind,
                SEED,
                SEARCHES,
                (System.nanoTime() - begin) / 1_000_000_000,
                statuses,
                telling.size(),
                documented);
        assertThat(telling).as("seed " + SEED).isEmpty();
        assertThat(statuses.get(200))
                .as("answered well, of all by status " + statuses)
                .isGreaterThan(SEARCHES / 4);
    }

    private static List<String> described(
            Map<EqualRequest, InterferenceRound.Difference> found,
            int before,
            InterferenceRound round,
            long seed,
            int shards)
            throws IOException, InterruptedException {
        List<String> described = new ArrayList<>();
        for (Map.Entry<EqualRequest, InterferenceRound.Difference> entry : found.entrySet()) {
            boolean shrinks = before + described.size() < MOST_SHRUNK;
            Map.Entry<EqualRequest, InterferenceRound.Difference> smallest =
                    shrinks ? new InterferenceShrinking(round).smallest(entry) : entry;
            String description = "\nseed %d, %d shards: %s%n  alone  %s%n  beside %s"
                    .formatted(
                            seed,
                            shards,
                            smallest.getKey(),
                            cut(smallest.getValue().alone().toString()),
                            cut(smallest.getValue().beside().toString()));
            System.out.println("# telling: " + description);
            described.add(description);
        }
        return described;
    }

    private static String cut(String text) {
        return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
    }
}
