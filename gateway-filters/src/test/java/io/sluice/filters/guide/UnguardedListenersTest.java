package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.ConfigLoader;
import io.sluice.config.Problem;
import io.sluice.filters.apikey.ApiKeyFilter_Factory;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The warning about a listener of which only some requests pass a guard. */
class UnguardedListenersTest {

    private static final String STRICT = "{ type: api-key, config: { file: keys.txt } }";
    private static final String OPTIONAL = "{ type: api-key, config: { file: keys.txt, optional: true } }";

    @TempDir
    Path directory;

    @Test
    void warnsWhereTheLastRouteHasNoGuard() throws Exception {
        assertThat(warnings(STRICT, "")).singleElement().asString().contains("filter of type api-key", "unguarded");
    }

    @Test
    void takesAFilterForNoGuardThatLetsRequestsPassWithoutCredentials() throws Exception {
        assertThat(warnings(OPTIONAL, "")).isEmpty();
        assertThat(warnings(STRICT, OPTIONAL)).hasSize(1);
    }

    @Test
    void saysNothingWhereAllRoutesAreGuarded() throws Exception {
        assertThat(warnings(STRICT, STRICT)).isEmpty();
    }

    private List<Problem> warnings(String some, String others) throws Exception {
        Files.writeString(directory.resolve("keys.txt"), "");
        String yaml = """
                listeners:
                  - name: main
                    bind: "127.0.0.1:9200"
                    routes: [{ match: { paths: ["/_bulk"] }, flow: some }, { flow: others }]
                clusters: { primary: { nodes: ["http://127.0.0.1:9201"] } }
                flows:
                  some: { filters: [%s], relay: { cluster: primary } }
                  others: { filters: [%s], relay: { cluster: primary } }
                """.formatted(some, others);
        var types = FilterRegistry.of(new ApiKeyFilter_Factory());
        return new ConfigLoader(Map.of())
                .parse(yaml, directory.resolve("gateway.yml"), plugins -> types)
                .warnings();
    }
}
