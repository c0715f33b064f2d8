package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * When it decides by a request, the gateway reads it like the server does, or refuses it: generated requests go through
 * the gateway's readers and through the classes of each server. {@link FrontDoorExplanation} lists the harmless
 * differences. {@code -Dsluice.frontdoor.cases=N} sets how many requests each server reads,
 * {@code -Dsluice.frontdoor.seed=N} repeats a run.
 */
class FrontDoorIT {

    private static final int CASES = Integer.getInteger("sluice.frontdoor.cases", 100_000);
    private static final long SEED = Long.getLong("sluice.frontdoor.seed", System.nanoTime());

    /** Requests that such a run once found to be read differently. */
    private static final List<String> FOUND = List.of(
            "POST /completion/_settings/*/_create?fil%74er_path=a/b&target&q=a=b&name",
            "GET /_list/wlm_stats/stats/stats", "POST /logs/event/_search", "POST /logs/ingestion/_pause");

    static Stream<String> servers() {
        return Stream.of(
                "elasticsearch-7.17.28",
                "elasticsearch-8.19.4",
                "elasticsearch-9.2.4",
                "opensearch-2.19.6",
                "opensearch-3.3.0");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void readsMediaTypesAsTheServerDoes(String server) throws IOException {
        try (ServerLibrary library = ServerLibrary.open(server)) {
            // Given
            ServerMediaTypes types = new ServerMediaTypes(library);
            FrontDoorHeaders headers = new FrontDoorHeaders(new Random(SEED));
            FrontDoorHeaderComparison comparison = new FrontDoorHeaderComparison(types, server);
            FrontDoorTally tally = new FrontDoorTally();
            assertThat(types.parser(List.of("application/json"))).contains("JSON");
            assertThat(types.answer(List.of("application/yaml"))).contains("YAML");
            // When
            for (int i = 0; i < CASES; i++) {
                comparison.compare(headers.values(), headers.values(), tally);
            }
            // Then
            System.out.printf("media types, %s, seed %d: %s%n", server, SEED, tally);
            assertThat(tally.unexplained()).as("seed %d", SEED).isEmpty();
            assertThat(tally.equal()).isGreaterThan(CASES / 10);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void readsRepeatedHeadersAsTheServerDoes(String server) throws IOException {
        try (ServerLibrary library = ServerLibrary.open(server)) {
            // Given
            FrontDoorRepeats repeats = new FrontDoorRepeats(new Random(SEED), new ServerRepeatedHeaders(library));
            FrontDoorTally tally = new FrontDoorTally();
            // When
            for (int i = 0; i < CASES; i++) {
                repeats.compare(tally);
            }
            // Then
            System.out.printf("repeated headers, %s, seed %d: %s%n", server, SEED, tally);
            assertThat(tally.unexplained()).as("seed %d", SEED).isEmpty();
            assertThat(tally.equal()).isGreaterThan(CASES / 10);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void readsTargetsAsTheServerDoes(String server) throws IOException {
        try (ServerLibrary library = ServerLibrary.open(server)) {
            // Given
            Random random = new Random(SEED);
            ServerRoutes routes = new ServerRoutes(library);
            FrontDoorTargets targets =
                    new FrontDoorTargets(random, routes.templates().keySet());
            FrontDoorComparison comparison = new FrontDoorComparison(new ServerQueries(library), routes);
            FrontDoorTally tally = new FrontDoorTally();
            // When
            for (String found : FOUND) {
                String[] words = found.split(" ");
                comparison.compare(words[0], words[1], true, tally);
                comparison.compare(words[0], words[1], false, tally);
            }
            for (int i = 0; i < CASES; i++) {
                comparison.compare(targets.method(), targets.target(), random.nextInt(4) == 0, tally);
            }
            // Then
            System.out.printf(
                    "targets, %s, seed %d, %d paths: %s%n",
                    server, SEED, routes.templates().size(), tally);
            assertThat(tally.unexplained()).as("seed %d", SEED).isEmpty();
            assertThat(tally.equal()).isGreaterThan(CASES / 10);
        }
    }
}
