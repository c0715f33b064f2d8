package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.api.FilterFactory;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.plugin.FilterRegistry;
import io.sluice.server.Gateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the check of a configuration refuses, because it would let clients choose whose request it is or what it counts by. */
class WhoRefusalsIT {

    private static final String TENANT =
            "{ type: tenant, config: { from: [{ %s }], layouts: [{ indexPerTenant: { indices: [\"*\"], template: \"{tenant}.{index}\" } }] } }";

    @TempDir
    Path files;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "header: { name: X-Tenant, trusted: [10.0.0.0/8] } | header from a wide block",
                "host: \"(?<tenant>[a-z0-9]+)[.]search[.]example\" | host",
                "index: \"^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$\" | index",
            })
    void refusesTenantsThatAnybodyMayChoose(String source, String row) throws Exception {
        assertThatThrownBy(() -> start(TENANT.formatted(source)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("clientsAreTrusted");
        assertThat(Files.readString(Path.of("..", "docs", "who.md"))).contains("| tenant from " + row + " |");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ type: rate-limit, config: { limits: [{ name: a, rate: 1/s, by: [\"header:X-Team\"] }] } } | headersFrom | rate by header",
                "{ type: rate-limit, config: { limits: [{ name: a, rate: 1/s, by: [user] }] } } | not user | rate by anything else",
            })
    void refusesLimitsThatAnybodyMayChooseTheKeyOf(String filter, String why, String row) throws Exception {
        assertThatThrownBy(() -> start(filter))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(why);
        assertThat(Files.readString(Path.of("..", "docs", "who.md"))).contains("| " + row + " |");
    }

    // Nothing is bound: filters are made before.
    private void start(String filter) throws Exception {
        String yaml = """
                admin: { enabled: false }
                clusters: { primary: { nodes: ["http://127.0.0.1:1"], discovery: { enabled: false } } }
                flows: { default: { filters: [%s], relay: { cluster: primary } } }
                listeners: [{ name: http, bind: "0.0.0.0:0", routes: [{ flow: default }] }]
                """.formatted(filter);
        FilterRegistry registry = FilterRegistry.of(ServiceLoader.load(FilterFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .toArray(FilterFactory<?>[]::new));
        var loaded = new ConfigLoader(Map.of()).parse(yaml, files.resolve("gateway.yml"), plugins -> registry);
        Gateway.start(loaded.config(), loaded.filters(), new SimpleMeterRegistry(), files)
                .close();
    }
}
