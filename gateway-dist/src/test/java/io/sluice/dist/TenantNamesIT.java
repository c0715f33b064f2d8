package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the filter {@code tenant} relays is for indices of the tenant only, and for those that the client means, as the servers read it: generated
 * requests go through the filter, and the servers' own parsers and resolver of names read both. {@code -Dsluice.tenantnames.cases=N} sets
 * how many requests each layout gets besides those with every key of a header, {@code -Dsluice.tenantnames.seed=N} makes others.
 */
class TenantNamesIT {

    private static final int CASES = Integer.getInteger("sluice.tenantnames.cases", 1_500);
    private static final long SEED = Long.getLong("sluice.tenantnames.seed", 1);

    private static final List<ServerLibrary> LIBRARIES = new ArrayList<>();

    @BeforeAll
    static void open() throws IOException {
        for (String server : List.of("elasticsearch-7.17.28", "elasticsearch-8.19.4", "opensearch-2.19.6")) {
            LIBRARIES.add(ServerLibrary.open(server));
        }
    }

    @AfterAll
    static void close() throws IOException {
        for (ServerLibrary library : LIBRARIES) {
            library.close();
        }
        LIBRARIES.clear();
    }

    static List<TenantNamesLayout> layouts() {
        return TenantNamesLayout.all();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void relaysWhatIsForIndicesOfTheTenantOnly(TenantNamesLayout layout) {
        List<TenantNamesReader> readers =
                LIBRARIES.stream().map(TenantNamesReader::new).toList();
        // Given
        try (TenantNamesRun run = new TenantNamesRun(
                layout, readers, new Random(SEED ^ layout.label().hashCode()))) {
            // When
            run.sweep();
            for (int i = 0; i < CASES; i++) {
                run.next();
            }
            // Then
            System.out.printf("names, %s, seed %d: %s%n", layout, SEED, run.counts());
            assertThat(run.faults()).as("seed %d", SEED).isEmpty();
            for (TenantNamesReader reader : readers) {
                assertThat(run.counts().getOrDefault(reader.server() + " equal", 0))
                        .as(reader.server())
                        .isGreaterThan(CASES / 20);
            }
        }
    }
}
