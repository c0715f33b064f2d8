package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One file of the server's own suite.
 *
 * @param name its place among the tests, without its ending
 * @param setup steps before each test
 * @param teardown steps after each test
 * @param tests by their names, each a list of steps
 */
record SuiteFile(
        String name, List<JsonNode> setup, List<JsonNode> teardown, List<Map.Entry<String, List<JsonNode>>> tests) {

    static SuiteFile of(String name, List<JsonNode> sections) {
        SuiteFile file = new SuiteFile(name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (JsonNode section : sections) {
            section.properties().forEach(entry -> {
                List<JsonNode> steps = new ArrayList<>();
                entry.getValue().forEach(steps::add);
                switch (entry.getKey()) {
                    case "setup" -> file.setup().addAll(steps);
                    case "teardown" -> file.teardown().addAll(steps);
                    default -> file.tests().add(Map.entry(entry.getKey(), steps));
                }
            });
        }
        return file;
    }
}
