package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs OpenSearch's own REST API tests as a tenant through the gateway: each test gets the same results as directly, or
 * the gateway refuses a request. {@code -Dsluice.suite.files=REGEX} chooses files (all of them with {@code .*}, and
 * then differences are reported only; without it a few), {@code -Dsluice.suite.layout=REGEX} layouts,
 * {@code -Dsluice.suite.report=DIRECTORY} takes what became of each test, {@code -Dsluice.suite.known=DIRECTORY} gives
 * the report of an earlier run, from which is taken what the server itself does not pass.
 */
class ServerSuiteIT {

    private static final String VERSION = "2.19.6";
    /** Skips tests with a missing pipeline: tenants are denied any pipeline on action lines, with another status. */
    private static final String FEW = "bulk/(?!90_pipeline).*|get/.*|indices.refresh/.*|search/10_.*";

    private static final String FILES = System.getProperty("sluice.suite.files", FEW);

    private static final List<SuiteLayout> LAYOUTS = Stream.of(SuiteLayout.values())
            .filter(layout -> layout.name().matches(System.getProperty("sluice.suite.layout", "INDEX_PER_TENANT")))
            .toList();

    @TempDir
    Path directory;

    @Test
    void findsAsATenantWhatItFindsOnAServer() throws Exception {
        // Given
        SuiteSpecification specification = SuiteSpecification.read();
        DevCluster cluster = DevCluster.of(ServerKind.OPENSEARCH_2)
                .nodes(1)
                .fastStart()
                .setting("node.attr.testattr", "test")
                .setting("path.repo", directory.resolve("repository").toString())
                .start();

        try (SuiteServers servers = new SuiteServers(cluster)) {
            for (SuiteLayout layout : LAYOUTS) {
                try (TenantGateway gateway =
                        TenantGateway.start(cluster, directory.resolve(layout.name()), layout.yaml())) {
                    // When
                    SuiteReport report =
                            report(specification, servers, layout, servers.tenant(gateway.address(), layout));

                    // Then
                    System.out.println(report.counts());
                    write(layout, report);
                    assertThat(report.same()).as(report.counts()).isPositive();
                    if (FILES.equals(FEW)) {
                        assertThat(report.differences()).isEmpty();
                    }
                }
            }
        }
    }

    private static SuiteReport report(
            SuiteSpecification specification, SuiteServers servers, SuiteLayout layout, SuiteSide tenant)
            throws IOException, InterruptedException {
        SuiteReport report = new SuiteReport(layout.name());
        Map<String, String> known = known(layout);
        for (SuiteFile file : specification.files(FILES)) {
            boolean none = SuiteSkip.isSaidIn(file.setup(), VERSION);
            for (Map.Entry<String, List<JsonNode>> test : file.tests()) {
                String name = file.name() + ": " + test.getKey();
                if (none || SuiteSkip.isSaidIn(test.getValue(), VERSION)) {
                    report.skip();
                    continue;
                }
                String failure = known == null
                        ? outcome(specification, servers, servers.direct(layout), file, test.getValue())
                                .failure()
                        : known.getOrDefault(name, "");
                if (failure.isEmpty()) {
                    report.compared(name, outcome(specification, servers, tenant, file, test.getValue()));
                } else {
                    report.failing(name, failure);
                }
            }
        }
        return report;
    }

    private static Map<String, String> known(SuiteLayout layout) throws IOException {
        Path earlier = Path.of(System.getProperty("sluice.suite.known", ""), file(layout));
        return Files.exists(earlier) ? SuiteReport.failing(Files.readString(earlier)) : null;
    }

    private static String file(SuiteLayout layout) {
        return "suite-" + layout + ".txt";
    }

    private static SuiteRun.Outcome outcome(
            SuiteSpecification specification, SuiteServers servers, SuiteSide side, SuiteFile file, List<JsonNode> test)
            throws IOException, InterruptedException {
        try {
            side.prepare();
            return SuiteRun.of(specification, side, file, test);
        } finally {
            servers.wipe();
        }
    }

    private static void write(SuiteLayout layout, SuiteReport report) throws IOException {
        String to = System.getProperty("sluice.suite.report", "");
        if (!to.isEmpty()) {
            Files.createDirectories(Path.of(to));
            Files.writeString(Path.of(to, file(layout)), report.whole());
        }
    }
}
