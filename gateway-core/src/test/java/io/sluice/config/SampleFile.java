package io.sluice.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Configurations of tests, with {@link SampleSettings} for their filters, routers and queues. */
final class SampleFile {
    /** What no configuration can do without. */
    static final String SMALLEST = """
            clusters:
              primary: { nodes: [http://127.0.0.1:9200] }
            flows:
              default:
                relay: { cluster: primary }
            listeners:
              - name: http
                bind: 127.0.0.1:8000
                routes: [{ flow: default }]
            """;

    private SampleFile() {}

    static Loaded<FilterTypes> load(String yaml) throws ConfigException {
        return new ConfigLoader(Map.of()).parse(yaml, Path.of("gateway.yml"), config -> SampleSettings.TYPES);
    }

    /** What is wrong with a file that must not load. */
    static List<String> problems(String yaml) {
        return catchThrowableOfType(ConfigException.class, () -> load(yaml)).problems().stream()
                .map(Problem::toString)
                .toList();
    }
}
