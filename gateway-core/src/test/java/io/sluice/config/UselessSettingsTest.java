package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that could not do what they say, in sections that each for itself are right. */
class UselessSettingsTest {
    private static GatewayConfig load(String yaml) throws ConfigException {
        return SampleFile.load(yaml).config();
    }

    @ParameterizedTest
    @ValueSource(strings = {"atomic: true", "splitBytes: 1MiB", "autoId: shardTargeted"})
    void refusesWhatHasNoEffectOnBulksThatAreRelayedWhole(String key) {
        String yaml = SampleFile.SMALLEST.replace(
                "cluster: primary }", "cluster: primary, bulk: { groupBy: none, " + key + " } }");

        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> load(yaml));

        assertThat(refused.problems())
                .singleElement()
                .asString()
                .contains("flows.default.relay.bulk: with groupBy: none bulks are relayed as they come");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ rules: [{ deny: { classes: [write], indices: [a] } }] }                | authorize | tenant    | true",
                "{ resolve: true, rules: [{ x: 1 }, { allow: { indices: [a] } }] }        | authorize | tenant    | true",
                "{ resolve: false, rules: [{ allow: { classes: [read], indices: [a] } }] } | authorize | tenant    | false",
                "{ rules: [{ allow: { classes: [read] } }] }                              | authorize | tenant    | false",
                "{ rules: [{ allow: { classes: [read], indices: [a] } }] }                | tenant    | authorize | false",
                "{ rules: [{ allow: { classes: [read], indices: [a] } }] }                | authorize | access    | false"
            })
    void refusesToShowTenantsTheNamesInTheCluster(String config, String first, String second, boolean refused) {
        String filters = "filters: [{ type: access }, { type: %s, config: %s }, { type: %s, config: %s }]\n    relay:"
                .formatted(first, config, second, config);

        assertThat(SampleFile.problems(SampleFile.SMALLEST.replace("relay:", filters)).stream()
                        .filter(problem -> problem.contains("filters[1]: names of indices would be looked up"))
                        .count())
                .isEqualTo(refused ? 1 : 0);
    }

    @Test
    void namesOfRecordedFlowsAreNamesOfFiles() throws ConfigException {
        String named =
                SampleFile.SMALLEST.replace("default:", "team/ingest:").replace("flow: default", "flow: team/ingest");

        assertThat(load(named).flows()).containsOnlyKeys("team/ingest");
        assertThat(SampleFile.problems(named.replace(
                        "relay: { cluster: primary }",
                        "relay: { cluster: primary }\n    record: { directory: recordings }")))
                .singleElement()
                .asString()
                .contains("a flow that is recorded names the files", "team/ingest");
    }

    @Test
    void refusesAListenerAtTheAddressThatTheAdminEndpointHasByDefault() {
        assertThat(SampleFile.problems(SampleFile.SMALLEST.replace("127.0.0.1:8000", "127.0.0.1:2900")))
                .singleElement()
                .asString()
                .contains("listeners[0].bind: 127.0.0.1:2900 is already taken by the admin endpoint");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin: { enabled: false }",
                "admin: { enabled: false, bind: 127.0.0.1:2900 }",
                "admin: { bind: 127.0.0.1:2901 }"
            })
    void takesAListenerAtAnAddressThatTheAdminEndpointDoesNotHave(String admin) throws ConfigException {
        String yaml = admin + "\n" + SampleFile.SMALLEST.replace("127.0.0.1:8000", "127.0.0.1:2900");

        assertThat(load(yaml).listeners()).hasSize(1);
    }
}
