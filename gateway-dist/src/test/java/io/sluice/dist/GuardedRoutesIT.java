package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.queryguard.QueryGuardFilter_Factory;
import io.sluice.testkit.FilterHarness;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether {@code query-guard} knows every path of what a server's handlers do, if it knows one of them. */
class GuardedRoutesIT {

    /** Paths that search nothing, though the handler has others that do. */
    private static final Set<String> HARMLESS = Set.of(
            // Shows stored pipelines.
            "/_search/pipeline",
            // Deletes points in time.
            "/_search/point_in_time/_all");

    private final FilterHarness guard = FilterHarness.of(new QueryGuardFilter_Factory(), "rules: [{ scripts: {} }]");

    static Stream<String> servers() {
        return FrontDoorIT.servers();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void judgesEachPathOfAHandlerThatItJudgesAtAll(String server) throws IOException {
        try (ServerLibrary library = ServerLibrary.open(server)) {
            Map<String, Set<String>> handlers = new ServerRoutes(library).byHandler();

            Set<String> passed = new TreeSet<>();
            int judged = 0;
            for (Map.Entry<String, Set<String>> handler : handlers.entrySet()) {
                Set<String> seen =
                        handler.getValue().stream().filter(this::isJudged).collect(Collectors.toSet());
                judged += seen.size();
                handler.getValue().stream()
                        .filter(path -> !seen.isEmpty() && !seen.contains(path) && !HARMLESS.contains(path))
                        .forEach(path -> passed.add(path + " of " + handler.getKey()));
            }

            assertThat(passed).isEmpty();
            assertThat(judged).isGreaterThan(40);
        }
    }

    private boolean isJudged(String template) {
        String path = template.replace("{index}", "logs").replaceAll("\\{[^}]+}", "x");
        return guard.request("POST", path).explain().startsWith("judged");
    }
}
