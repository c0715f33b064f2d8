package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.ConfigRenderer;
import io.sluice.filters.access.AccessFilter_Factory;
import io.sluice.filters.jsonedit.JsonEditFilter_Factory;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the rendered configuration shows of values whose names stand beside them. */
class RenderedSecretsTest {

    @Test
    void masksValuesOfSensitiveHeadersInConditions() throws ConfigException {
        String json = rendered("{ type: access, config: { otherwise: deny, rules: [allow: { any:"
                + " [headers: [{ name: X-Auth-Key, values: [hunter2] }, { name: X-Team, values: [search] }]] }] } }");

        assertThat(json).contains("X-Auth-Key", "X-Team", "search").doesNotContain("hunter2");
    }

    @Test
    void masksValuesThatEditsGiveToSecrets() throws ConfigException {
        String json = rendered("{ type: json-edit, config: { request: [set: { path: /remote/password, value: hunter2 },"
                + " replace: { path: /remote/host, value: \"http://a\" }] } }");

        assertThat(json).contains("/remote/password", "http://a").doesNotContain("hunter2");
    }

    private static String rendered(String filter) throws ConfigException {
        String yaml = """
                listeners: [{ name: main, bind: ":9200", routes: [flow: default] }]
                clusters: { primary: { nodes: ["http://127.0.0.1:9201"] } }
                flows: { default: { filters: [%s], relay: { cluster: primary } } }
                """.formatted(filter);
        var types = FilterRegistry.of(new AccessFilter_Factory(), new JsonEditFilter_Factory());
        return ConfigRenderer.json(new ConfigLoader(Map.of())
                .parse(yaml, Path.of("gateway.yml"), plugins -> types)
                .config());
    }
}
