package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.ServerKind;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A tenant's answers are those of a server that has this tenant's documents only: three tenants with the same ids and values write and
 * read at random, each in its turn is compared. What is not compared stands in {@link EqualAnswers}.
 * {@code -Dsluice.equivalence.requests=N} sends about so many in each case, {@code -Dsluice.equivalence.seed=N} draws others.
 */
class TenantEquivalenceIT {

    /** The layouts that the filter has. */
    static final List<EscapeLayout> LAYOUTS = List.of(EscapeLayout.INDEX_PER_TENANT);

    private static final int REQUESTS = Integer.getInteger("sluice.equivalence.requests", 360);
    private static final long SEED = Long.getLong("sluice.equivalence.seed", 42);

    @TempDir
    Path directory;

    static Stream<Arguments> serversAndLayouts() {
        return LAYOUTS.stream()
                .flatMap(layout -> Stream.of(ServerKind.ELASTICSEARCH_7, ServerKind.OPENSEARCH_2)
                        .map(kind -> Arguments.of(kind, layout)));
    }

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void everythingThatIsAllowedIsDrawn(EscapeLayout layout) {
        EqualRound round = new EqualRound(new EqualDice(SEED), ServerKind.OPENSEARCH_2, EqualTables.of(layout));

        assertThat(round.forgotten()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("serversAndLayouts")
    void answersAreThoseOfAnIndexOfTheTenantsOwn(ServerKind kind, EscapeLayout layout) throws Exception {
        // Given
        EqualRound round = new EqualRound(new EqualDice(SEED), kind, EqualTables.of(layout));
        try (EqualServers servers = EqualServers.start(kind, layout, directory.resolve(kind + "-" + layout.id()))) {
            // When
            for (String tenant : EqualRound.TENANTS) {
                round.run(servers, tenant, REQUESTS / EqualRound.TENANTS.size());
            }

            System.out.printf(
                    "%s, %s, seed %d: %d requests, never answered well: %s%n",
                    kind, layout.id(), SEED, servers.sent(), round.neverSucceeded(servers));

            // Then
            assertThat(servers.differences()).as("seed " + SEED).isEmpty();
        }
    }
}
