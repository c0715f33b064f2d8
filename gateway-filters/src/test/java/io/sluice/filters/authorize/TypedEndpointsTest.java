package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What the filter takes the endpoints with types for, all that Elasticsearch 7.17 has: the routes of its REST handlers, those of its modules
 * too, reviewed in a file beside this class.
 */
class TypedEndpointsTest {

    private static final Path REVIEWED = Path.of("src/test/resources/io/sluice/filters/authorize/typed-endpoints.txt");

    @Test
    void takesEachRouteForWhatWasReviewed() throws Exception {
        List<String> reviewed = Files.readAllLines(REVIEWED);

        assertThat(reviewed).hasSizeGreaterThan(55).allSatisfy(line -> {
            String[] parts = line.split(" ");
            Endpoint endpoint = Endpoints.of(parts[0], target(parts[1], "doc")).endpoint();
            assertThat(line(parts, endpoint)).isEqualTo(line);
        });
    }

    @Test
    void takesATypeWithAnUnderscoreForTheSameOrRefusesIt() throws Exception {
        for (String line : Files.readAllLines(REVIEWED)) {
            String[] parts = line.split(" ");
            RequestTarget target = target(parts[1], "_doc");
            Endpoint endpoint = Endpoints.of(parts[0], target).endpoint();

            assertThat(target.ambiguity() != null
                            || endpoint.classes().contains(EndpointClass.CLUSTER)
                            || line.equals(line(parts, endpoint)))
                    .as(line)
                    .isTrue();
        }
    }

    private static RequestTarget target(String path, String type) {
        return RequestTarget.parse(path.replace("{type}", type)
                .replace("{index}", "logs")
                .replace("{id}", "1")
                .replace("{fields}", "f"));
    }

    private static String line(String[] parts, Endpoint endpoint) {
        List<String> classes =
                endpoint.classes().stream().map(EndpointClass::label).sorted().toList();
        return parts[0] + " " + parts[1] + " " + String.join(",", classes) + " " + endpoint.form();
    }
}
