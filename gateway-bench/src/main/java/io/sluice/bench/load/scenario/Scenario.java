package io.sluice.bench.load.scenario;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One load. What the file leaves out has a default: seed 1, 64 prepared requests, not fresh, no variables.
 *
 * @param seed of everything random in the requests and their order
 * @param prepared how many requests are made before the start, and sent in turn
 * @param fresh true makes every request anew on a thread of its own, so that sequences and ids never repeat
 */
public record Scenario(
        String name,
        Long seed,
        Integer prepared,
        Boolean fresh,
        Map<String, VariableSpec> variables,
        List<RequestSpec> requests) {
    private static final int PREPARED = 64;

    public Scenario {
        variables = Map.copyOf(Objects.requireNonNullElse(variables, Map.of()));
        seed = Objects.requireNonNullElse(seed, 1L);
        prepared = Objects.requireNonNullElse(prepared, PREPARED);
        fresh = Objects.requireNonNullElse(fresh, false);
        requests = List.copyOf(Objects.requireNonNullElse(requests, List.of()));
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("a scenario needs requests");
        }
        if (prepared < 1) {
            throw new IllegalArgumentException("prepared must be at least 1");
        }
    }

    /** The same with a header in every request. */
    public Scenario withHeader(String header, String value) {
        return new Scenario(
                name,
                seed,
                prepared,
                fresh,
                variables,
                requests.stream()
                        .map(request -> request.withHeader(header, value))
                        .toList());
    }

    /** The same with another seed. */
    public Scenario withSeed(long newSeed) {
        return new Scenario(name, newSeed, prepared, fresh, variables, requests);
    }
}
