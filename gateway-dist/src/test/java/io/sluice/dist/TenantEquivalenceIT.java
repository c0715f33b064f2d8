package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.ServerKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A tenant's responses equal those of a server with only this tenant's documents: three tenants with the same ids and
 * values write and read at random, and each is compared in turn. {@link EqualAnswers} lists what is not compared.
 * {@code -Dsluice.equivalence.requests=N} sends about so many in each case, {@code -Dsluice.equivalence.seed=N} draws
 * others, {@code -Dsluice.equivalence.layout=REGEX} chooses layouts, {@code -Dsluice.equivalence.server=REGEX} servers.
 */
class TenantEquivalenceIT {

    private static final List<EqualLayout> LAYOUTS = EqualLayout.chosen();
    private static final long SEED = Long.getLong("sluice.equivalence.seed", 42);

    private static final List<ServerKind> SERVERS = Stream.of(ServerKind.ELASTICSEARCH_7, ServerKind.OPENSEARCH_2)
            .filter(kind -> kind.name().matches(System.getProperty("sluice.equivalence.server", ".*")))
            .toList();

    @TempDir
    Path directory;

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void everythingThatIsAllowedIsDrawn(EqualLayout layout) {
        EqualRound round = new EqualRound(new EqualDice(SEED), ServerKind.OPENSEARCH_2, EqualTables.of(layout));

        assertThat(round.forgotten()).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("SERVERS")
    void answersAreThoseOfAnIndexOfTheTenantsOwn(ServerKind kind) throws Exception {
        // Given
        List<String> differences = new ArrayList<>();
        try (EqualClusters clusters = EqualClusters.start(kind)) {
            for (EqualLayout layout : LAYOUTS) {
                // When
                differences.addAll(differences(clusters, layout));
            }
        }

        // Then
        assertThat(differences).as("seed " + SEED).isEmpty();
    }

    private List<String> differences(EqualClusters clusters, EqualLayout layout) throws Exception {
        int requests =
                layout.requests() == 0 ? 0 : Integer.getInteger("sluice.equivalence.requests", layout.requests());
        long begin = System.nanoTime();
        EqualRound round = new EqualRound(new EqualDice(SEED), clusters.kind(), EqualTables.of(layout));
        try (EqualServers servers =
                EqualServers.before(clusters, layout, directory.resolve(clusters.kind() + "-" + layout))) {
            for (String tenant : EqualRound.TENANTS) {
                round.run(servers, tenant, requests / EqualRound.TENANTS.size());
            }
            List<String> differences = servers.differences();
            if (!layout.apart()) {
                differences.addAll(new EqualScores(servers, layout, new EqualDice(SEED))
                        .differences(EqualRound.TENANTS.getFirst()));
                differences.addAll(new EqualDenials(servers, layout, new EqualDice(SEED))
                        .differences(EqualRound.TENANTS.getFirst()));
            }
            System.out.printf(
                    "%s, %s, seed %d: %d requests in %d s, not answered: %s, never answered well: %s%n",
                    clusters.kind(),
                    layout,
                    SEED,
                    servers.sent(),
                    (System.nanoTime() - begin) / 1_000_000_000,
                    servers.unanswered(),
                    round.neverSucceeded(servers));
            return differences;
        }
    }
}
