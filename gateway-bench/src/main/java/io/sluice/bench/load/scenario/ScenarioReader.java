package io.sluice.bench.load.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads scenarios; unknown keys are errors. */
public final class ScenarioReader {
    /** The scenarios that come with the tool. */
    public static final String SHIPPED = "geonames, nginx-logs, nginx-logs-appended, nginx-logs-gzip, search, small";

    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private ScenarioReader() {}

    /**
     * Reads a file, or, where there is none of that name, the scenario that comes with the tool under it.
     *
     * @throws IllegalArgumentException if there is neither, or the content is wrong; the message says where
     */
    public static Scenario read(String nameOrFile) throws IOException {
        Path file = Path.of(nameOrFile);
        if (Files.exists(file)) {
            return parse(Files.readString(file));
        }
        try (InputStream shipped = ScenarioReader.class.getResourceAsStream("/scenarios/" + nameOrFile + ".yml")) {
            if (shipped == null) {
                throw new IllegalArgumentException(
                        "no file and no shipped scenario '" + nameOrFile + "'; shipped are " + SHIPPED);
            }
            return parse(new String(shipped.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Parses YAML text. */
    public static Scenario parse(String yaml) {
        try {
            return YAML.readValue(yaml, Scenario.class);
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? ""
                    : "line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": ";
            throw new IllegalArgumentException(where + e.getOriginalMessage(), e);
        }
    }
}
