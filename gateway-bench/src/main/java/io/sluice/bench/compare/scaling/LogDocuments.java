package io.sluice.bench.compare.scaling;

import io.sluice.bench.load.scenario.RequestSpec;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.load.scenario.VariableSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The documents of the original: lines of a web server's log, spread over four indices. */
final class LogDocuments {
    static final List<String> INDICES = List.of("test-10", "test-11", "test-12", "test-13");
    /** With their action lines, about. */
    static final double BYTES = 590;

    private LogDocuments() {}

    /**
     * Bulks of them.
     *
     * @param documents in each
     * @param prepared how many different bulks there are
     */
    static Scenario bulks(List<String> indices, int documents, int prepared, long seed) throws IOException {
        Scenario shipped = ScenarioReader.read("nginx-logs");
        RequestSpec given = shipped.requests().get(0);
        String template = Objects.requireNonNull(given.lines()).template();
        Map<String, VariableSpec> variables = new LinkedHashMap<>(shipped.variables());
        variables.put("index", new VariableSpec("list", indices, null, null, null, null, null, null));
        RequestSpec request = new RequestSpec(
                given.name(),
                given.method(),
                given.path(),
                given.weight(),
                given.headers(),
                given.auth(),
                given.body(),
                new RequestSpec.Lines(documents, template),
                given.gzip(),
                given.expect());
        return new Scenario(shipped.name(), seed, prepared, false, variables, List.of(request));
    }
}
