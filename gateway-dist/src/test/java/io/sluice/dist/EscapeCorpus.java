package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The attacks and other data in {@code src/test/resources/escape}. */
final class EscapeCorpus {

    /** One file per known escape route, one for the wire format, one for ways to identify a tenant. */
    private static final List<String> FILES = List.of(
            "01-names",
            "02-splices",
            "03-roots",
            "04-ids",
            "05-administration",
            "06-references",
            "07-hidden",
            "08-ignores",
            "09-handles",
            "10-mixed",
            "11-languages",
            "12-cluster",
            "13-answers",
            "14-formats",
            "15-json",
            "17-wire",
            "18-queries",
            "19-found",
            "20-own",
            "ways");

    private static final Set<String> KEYS = Set.of(
            "name",
            "covers",
            "through",
            "each",
            "layouts",
            "forbidden",
            "steps",
            "as",
            "send",
            "header",
            "headers",
            "body",
            "encode",
            "bytes",
            "raw",
            "take",
            "status",
            "finds",
            "absent");

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private EscapeCorpus() {}

    /** Every attack, an entry with several values once for each. */
    static List<EscapeAttack> attacks() throws IOException {
        List<EscapeAttack> attacks = new ArrayList<>();
        for (String file : FILES) {
            attacks.addAll(read(file + ".yml"));
        }
        return attacks;
    }

    /** The attacks of one file. */
    static List<EscapeAttack> read(String file) throws IOException {
        List<EscapeAttack> attacks = new ArrayList<>();
        for (JsonNode entry : YAML.readTree(resource(file))) {
            Map.Entry<String, JsonNode> each =
                    entry.path("each").properties().stream().findFirst().orElse(null);
            if (each == null) {
                attacks.add(attack(entry, entry.path("name").asText(), Map.of()));
                continue;
            }
            int number = 0;
            for (JsonNode value : each.getValue()) {
                String name = entry.path("name").asText() + " [" + number++ + "]";
                attacks.add(attack(entry, name, Map.of(each.getKey(), value.asText())));
            }
        }
        return attacks;
    }

    /** Configurations that must be refused. */
    static JsonNode configurations() throws IOException {
        return YAML.readTree(resource("configurations.yml"));
    }

    /** Known escape routes: clause to text. */
    static Map<String, String> clauses() throws IOException {
        Map<String, String> clauses = new LinkedHashMap<>();
        YAML.readTree(resource("clauses.yml"))
                .properties()
                .forEach(
                        clause -> clauses.put(clause.getKey(), clause.getValue().asText()));
        return clauses;
    }

    static String resource(String name) throws IOException {
        try (InputStream in = EscapeCorpus.class.getResourceAsStream("/escape/" + name)) {
            if (in == null) {
                throw new FileNotFoundException("/escape/" + name);
            }
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private static EscapeAttack attack(JsonNode entry, String name, Map<String, String> values) {
        List<EscapeStep> steps = new ArrayList<>();
        if (entry.has("steps")) {
            entry.get("steps").forEach(step -> steps.add(step(step, name)));
        } else {
            steps.add(step(entry, name));
        }
        Set<EscapeLayout> layouts = entry.has("layouts")
                ? texts(entry.get("layouts")).stream().map(EscapeLayout::ofId).collect(Collectors.toSet())
                : EnumSet.allOf(EscapeLayout.class);
        refuseUnknownKeys(entry, name);
        return new EscapeAttack(
                name,
                texts(entry.path("covers")),
                entry.path("through").asText(),
                layouts,
                steps,
                texts(entry.path("forbidden")),
                values);
    }

    private static EscapeStep step(JsonNode step, String name) {
        refuseUnknownKeys(step, name);
        List<String> headers = new ArrayList<>();
        step.path("headers")
                .properties()
                .forEach(header ->
                        headers.add(header.getKey() + ": " + header.getValue().asText()));
        if (step.has("header")) {
            headers.add(step.get("header").asText());
        }
        return new EscapeStep(
                switch (step.path("as").asText()) {
                    case "operator" -> EscapeStep.Actor.OPERATOR;
                    case "other" -> EscapeStep.Actor.OTHER;
                    default -> EscapeStep.Actor.ATTACKER;
                },
                step.path("send").asText(),
                headers,
                step.has("bytes")
                        ? step.get("bytes").asText()
                        : step.path("body").asText(),
                step.has("bytes") ? "base64" : step.path("encode").asText("plain"),
                String.join("\r\n", texts(step.path("raw"))),
                step.path("take").properties().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, take -> take.getValue().asText())),
                texts(step.path("status")).stream().map(Integer::valueOf).toList(),
                texts(step.path("finds")),
                texts(step.path("absent")));
    }

    private static void refuseUnknownKeys(JsonNode node, String name) {
        Collection<String> unknown = new ArrayList<>();
        node.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(name + ": " + unknown);
        }
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
