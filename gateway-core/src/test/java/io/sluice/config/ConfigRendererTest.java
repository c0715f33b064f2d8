package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigRendererTest {

    private static final String YAML = """
            clusters:
              primary:
                nodes: [http://127.0.0.1:9200]
                auth: { username: elastic, password: ${ES_PASSWORD} }
            flows:
              default:
                filters:
                  - type: sample
                    config:
                      rule: { any: [{ header: { name: Authorization, value: hunter2 } }, always: {}] }
                      set: { X-Api-Key: hunter2, X-Auth-Key: hunter2, Ocp-Apim-Subscription-Key: hunter2, X-Other: "8" }
                relay: { cluster: primary }
            listeners:
              - { name: http, bind: 127.0.0.1:8000, routes: [{ flow: default }] }
            """;

    @Test
    void masksSecretsAlsoInTheConfigurationOfFilters() throws ConfigException {
        // Given
        GatewayConfig config = load(YAML);

        // When
        String json = ConfigRenderer.json(config);

        // Then
        assertThat(json).doesNotContain("hunter2").doesNotContain("s3cret");
        assertThat(json)
                .contains("\"password\" : \"***\"", "\"X-Api-Key\" : \"***\"", "\"X-Other\" : \"8\"")
                .contains("\"username\" : \"elastic\"");
    }

    /** An empty list would not be read again. */
    @Test
    void showsNoKeyThatWasLeftOutAndMustHaveAnEntry() throws ConfigException {
        String json = ConfigRenderer.json(load(
                YAML.replace("[{ flow: default }]", "[{ match: { paths: [/a] }, flow: default }, { flow: default }]")));

        assertThat(json).contains("\"paths\" : [ \"/a\" ]").doesNotContain("\"methods\"");
    }

    @Test
    void masksValuesThatAreNamedBesideThem() throws ConfigException {
        String json = ConfigRenderer.json(load(YAML));

        assertThat(json).contains("\"name\" : \"Authorization\"").doesNotContain("hunter2");
    }

    @Test
    void showsValuesOfOtherNamesBesideThem() throws ConfigException {
        String json = ConfigRenderer.json(
                load(YAML.replace("name: Authorization, value: hunter2", "name: X-Other, value: y")));

        assertThat(json).contains("\"value\" : \"y\"");
    }

    @Test
    void masksMembersOfJsonByTheirNames() throws ConfigException {
        String json = ConfigRenderer.json(load(YAML.replace(
                "set: {", "body: { remote: [{ host: \"http://a\", password: hunter2 }] }\n          set: {")));

        assertThat(json)
                .contains("\"host\" : \"http://a\"", "\"password\" : \"***\"")
                .doesNotContain("hunter2");
    }

    @Test
    void writesYamlThatReadsAsTheSameConfiguration() throws ConfigException {
        // Given
        GatewayConfig config = load(YAML.replace("${ES_PASSWORD}", "'***'").replace("hunter2", "'***'"));

        // When
        String yaml = ConfigRenderer.yaml(config);

        // Then
        assertThat(withoutPlaces(load(yaml))).isEqualTo(withoutPlaces(config));
        assertThat(yaml).contains("idleTimeout: 45s", "body: 100MiB", "transport: auto");
    }

    // A record's text names everything in it; where the filters stand differs between the files.
    private static String withoutPlaces(GatewayConfig config) {
        return config.toString().replaceAll("gateway.yml:\\d+:\\d+", "");
    }

    private static GatewayConfig load(String yaml) throws ConfigException {
        return new ConfigLoader(Map.of("ES_PASSWORD", "s3cret"))
                .parse(yaml, Path.of("gateway.yml"), plugins -> SampleSettings.TYPES)
                .config();
    }
}
