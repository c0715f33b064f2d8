package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The server's own description of its calls, and its tests: the directory {@code rest-api-spec} of a jar on the class path, or of the jar or
 * the directory that {@code -Dsluice.suite.from=PATH} names.
 */
final class SuiteSpecification {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String KNOWN = "rest-api-spec/api/search.json";

    private final Map<String, SuiteApi> apis = new HashMap<>();
    private final List<SuiteFile> files = new ArrayList<>();

    private SuiteSpecification() {}

    /** @throws IOException if there is none */
    static SuiteSpecification read() throws IOException {
        SuiteSpecification specification = new SuiteSpecification();
        Path from = place();
        if (Files.isDirectory(from)) {
            specification.read(from.resolve("rest-api-spec"));
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(from)) {
                specification.read(jar.getPath("rest-api-spec"));
            }
        }
        return specification;
    }

    private static Path place() throws IOException {
        String named = System.getProperty("sluice.suite.from", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        URL known = SuiteSpecification.class.getClassLoader().getResource(KNOWN);
        if (known == null) {
            throw new IOException("no rest-api-spec is on the class path; -Dsluice.suite.from names its jar");
        }
        String text = known.toString();
        return Path.of(URI.create(text.substring("jar:".length(), text.indexOf('!'))));
    }

    private void read(Path root) throws IOException {
        for (Path file : list(root.resolve("api"), ".json")) {
            JsonNode all = JSON.readTree(Files.readString(file));
            all.properties().forEach(entry -> apis.put(entry.getKey(), new SuiteApi(entry.getValue())));
        }
        Path tests = root.resolve("test");
        for (Path file : list(tests, ".yml")) {
            String name = tests.relativize(file).toString().replace(".yml", "");
            try (MappingIterator<JsonNode> sections =
                    YAML.readerFor(JsonNode.class).readValues(Files.readString(file))) {
                files.add(SuiteFile.of(name, sections.readAll()));
            }
        }
    }

    private static List<Path> list(Path directory, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    /** The files whose names match. */
    List<SuiteFile> files(String pattern) {
        return files.stream().filter(file -> file.name().matches(pattern)).toList();
    }

    /** @throws SuiteFailure if there is no call of the name */
    SuiteApi api(String name) {
        SuiteApi api = apis.get(name);
        if (api == null) {
            throw new SuiteFailure("no such call: " + name);
        }
        return api;
    }
}
