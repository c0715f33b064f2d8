package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the filter takes each call for that a server's own description lists, reviewed in a file beside this class. */
class PublishedEndpointsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Path REVIEWED =
            Path.of("src/test/resources/io/sluice/filters/authorize/published-endpoints.txt");
    private static final String KNOWN = "/rest-api-spec/api/search.json";

    @Test
    void takesEachCallForWhatWasReviewed() throws Exception {
        List<String> seen = calls();
        if (Boolean.getBoolean("sluice.docs.update")) {
            Files.write(REVIEWED, seen);
        }

        assertThat(seen).hasSizeGreaterThan(300).isEqualTo(Files.readAllLines(REVIEWED));
    }

    private static List<String> calls() throws Exception {
        URL known = Objects.requireNonNull(PublishedEndpointsTest.class.getResource(KNOWN));
        TreeSet<String> calls = new TreeSet<>();
        try (FileSystem jar =
                        FileSystems.newFileSystem(URI.create(known.toString().split("!")[0]), Map.of());
                Stream<Path> files = Files.list(jar.getPath("/rest-api-spec/api"))) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().startsWith("_")) {
                    add(file, calls);
                }
            }
        }
        return List.copyOf(calls);
    }

    private static void add(Path file, TreeSet<String> calls) throws IOException {
        try (InputStream text = Files.newInputStream(file)) {
            for (JsonNode path : MAPPER.readTree(text).findPath("url").path("paths")) {
                String template = path.path("path").asText();
                RequestTarget target = RequestTarget.parse(template.replaceAll("\\{[a-z_]+}", "x"));
                for (JsonNode method : path.path("methods")) {
                    Endpoint endpoint = Endpoints.of(method.asText(), target).endpoint();
                    calls.add(method.asText() + " " + template + " "
                            + endpoint.classes().stream()
                                    .map(EndpointClass::label)
                                    .sorted()
                                    .toList()
                            + " " + endpoint.form());
                }
            }
        }
    }
}
