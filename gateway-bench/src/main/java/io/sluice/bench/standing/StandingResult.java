package io.sluice.bench.standing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.compare.Machine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one build showed, in the form in which it is kept.
 *
 * @param commit what was built
 * @param rows those that were measured, in their order
 */
record StandingResult(String commit, Machine machine, List<Row> rows) {
    StandingResult {
        rows = List.copyOf(rows);
    }

    /** A bound of a figure and its median. */
    record Figure(double median, double low, double high) {
        static Figure of(JsonNode node) {
            return new Figure(
                    node.path("median").asDouble(),
                    node.path("low").asDouble(),
                    node.path("high").asDouble());
        }

        void write(ObjectNode into) {
            into.put("median", median).put("low", low).put("high", high);
        }

        /** Whether all of this lies above all of the other, and by more than that share of it. */
        boolean above(Figure other, double share) {
            return low > other.high * (1 + share);
        }
    }

    /**
     * One subject of a row.
     *
     * @param cpu seconds for a request, or for a document where requests have documents
     * @param ratio of that to the baseline's, within rounds
     * @param resident bytes of the process at the end of a window
     * @param compilers the share of the CPU that a JVM's compilers had in a window, the median
     * @param failures the largest share of failed requests in a window
     */
    record Subject(String name, Figure cpu, Figure ratio, Figure resident, double compilers, double failures) {}

    /** @param subjects the baseline first */
    record Row(String id, List<Subject> subjects) {
        Row {
            subjects = List.copyOf(subjects);
        }

        Subject gateway() {
            return subjects.getLast();
        }

        String baseline() {
            return subjects.getFirst().name();
        }
    }

    Optional<Row> row(String id) {
        return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    ObjectNode json() {
        ObjectNode root = new ObjectMapper().createObjectNode().put("commit", commit);
        machine.write(root.putObject("machine"));
        ArrayNode all = root.putArray("rows");
        for (Row row : rows) {
            ArrayNode subjects = all.addObject().put("id", row.id()).putArray("subjects");
            for (Subject subject : row.subjects()) {
                ObjectNode one = subjects.addObject().put("name", subject.name());
                subject.cpu().write(one.putObject("cpu_seconds"));
                subject.ratio().write(one.putObject("ratio"));
                subject.resident().write(one.putObject("resident_bytes"));
                one.put("compilers", subject.compilers()).put("failures", subject.failures());
            }
        }
        return root;
    }

    /** Reads what {@link #json} wrote. */
    static StandingResult of(JsonNode json) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode row : json.path("rows")) {
            List<Subject> subjects = new ArrayList<>();
            for (JsonNode one : row.path("subjects")) {
                subjects.add(new Subject(
                        one.path("name").asText(),
                        Figure.of(one.path("cpu_seconds")),
                        Figure.of(one.path("ratio")),
                        Figure.of(one.path("resident_bytes")),
                        one.path("compilers").asDouble(),
                        one.path("failures").asDouble()));
            }
            rows.add(new Row(row.path("id").asText(), subjects));
        }
        JsonNode machine = json.path("machine");
        return new StandingResult(
                json.path("commit").asText(),
                new Machine(
                        Instant.parse(machine.path("began").asText()),
                        machine.path("processors").asInt(),
                        machine.path("cpu").asText(),
                        machine.path("jvm").asText(),
                        machine.path("load_before").asDouble()),
                rows);
    }
}
