package io.sluice.config;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Whatever a file holds: it can be used, or its problems are reported. */
class ConfigLoaderFuzzTest {

    private static final ConfigLoader LOADER = new ConfigLoader(Map.of("A", "a"));

    @FuzzTest(maxDuration = "10m")
    void neverFailsButWithAReport(byte[] file) {
        String yaml = new String(file, StandardCharsets.UTF_8);
        try {
            Loaded<FilterTypes> loaded = LOADER.parse(yaml, Path.of("gateway.yml"), plugins -> SampleSettings.TYPES);
            ConfigRenderer.json(loaded.config());
        } catch (ConfigException e) {
            if (e.problems().isEmpty()) {
                throw new AssertionError("refused without a reason", e);
            }
        }
    }
}
