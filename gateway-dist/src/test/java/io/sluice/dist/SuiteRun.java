package io.sluice.dist;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** One test of the server's own suite on one side. */
final class SuiteRun {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Map<String, Integer> STATUSES = Map.of(
            "bad_request", 400,
            "unauthorized", 401,
            "forbidden", 403,
            "missing", 404,
            "request_timeout", 408,
            "conflict", 409,
            "unavailable", 503);

    private final SuiteSpecification specification;
    private final SuiteSide side;
    private final SuiteStash stash = new SuiteStash();
    private final List<String> refusals = new ArrayList<>();

    private SuiteRun(SuiteSpecification specification, SuiteSide side) {
        this.specification = specification;
        this.side = side;
    }

    /**
     * The outcome of a test.
     *
     * @param failure why it did not pass; empty if it did
     * @param refusals the gateway's refusals, in order of the requests
     */
    record Outcome(String failure, List<String> refusals) {

        boolean passed() {
            return failure.isEmpty();
        }
    }

    static Outcome of(SuiteSpecification specification, SuiteSide side, SuiteFile file, List<JsonNode> test)
            throws IOException, InterruptedException {
        SuiteRun run = new SuiteRun(specification, side);
        String failure = "";
        try {
            run.steps(file.setup(), "setup");
            run.steps(test, "test");
        } catch (SuiteFailure e) {
            failure = String.valueOf(e.getMessage());
        }
        try {
            run.steps(file.teardown(), "teardown");
        } catch (SuiteFailure e) {
            failure = failure.isEmpty() ? String.valueOf(e.getMessage()) : failure;
        }
        return new Outcome(failure, run.refusals);
    }

    private void steps(List<JsonNode> steps, String where) throws IOException, InterruptedException {
        for (int i = 0; i < steps.size(); i++) {
            for (Map.Entry<String, JsonNode> step : steps.get(i).properties()) {
                try {
                    step(step.getKey(), step.getValue());
                } catch (SuiteFailure e) {
                    throw new SuiteFailure(where + " step " + (i + 1) + ": " + e.getMessage());
                }
            }
        }
    }

    private void step(String name, JsonNode value) throws IOException, InterruptedException {
        if (SuiteChecks.is(name)) {
            SuiteChecks.check(name, value, stash);
            return;
        }
        switch (name) {
            case "do" -> call(value);
            case "set" ->
                value.properties().forEach(set -> stash.put(set.getValue().asText(), stash.at(set.getKey())));
            case "skip" -> {}
            default -> throw new SuiteFailure("not known here: " + name);
        }
    }

    /** What a step asks for, and what it expects. */
    private static final class Call {
        private String name = "";
        private JsonNode arguments = MissingNode.getInstance();
        private String expected = "";
        private final List<String> warnings = new ArrayList<>();
        private final Map<String, String> headers = new LinkedHashMap<>();
    }

    private void call(JsonNode step) throws IOException, InterruptedException {
        Call call = new Call();
        step.properties().forEach(entry -> {
            JsonNode value = entry.getValue();
            switch (entry.getKey()) {
                case "catch" -> call.expected = value.asText();
                case "warnings" -> value.forEach(warning -> call.warnings.add(warning.asText()));
                case "headers" ->
                    value.properties()
                            .forEach(header -> call.headers.put(
                                    header.getKey(),
                                    stash.filled(header.getValue()).asText()));
                case "allowed_warnings", "allowed_warnings_regex", "node_selector", "warnings_regex" -> {}
                default -> {
                    call.name = entry.getKey();
                    call.arguments = stash.filled(value);
                }
            }
        });
        SuiteSide.Answer answer = sent(call);
        String text = answer.body();
        JsonNode parsed = parsed(answer);
        stash.answer(parsed, text);
        if (answer.status() == 403 && text.contains("security_exception")) {
            refusals.add(parsed.path("error").path("reason").asText());
        }
        judge(call, answer, parsed);
    }

    private static JsonNode parsed(SuiteSide.Answer answer) {
        if (answer.contentType().contains("json")) {
            try {
                return MAPPER.readTree(answer.body());
            } catch (JsonProcessingException e) {
                throw new SuiteFailure("no JSON: " + e.getMessage());
            }
        }
        return MAPPER.getNodeFactory().textNode(answer.body());
    }

    private SuiteSide.Answer sent(Call call) throws IOException, InterruptedException {
        Map<String, String> arguments = new LinkedHashMap<>();
        List<JsonNode> bodies = new ArrayList<>();
        boolean text = false;
        for (Map.Entry<String, JsonNode> argument : call.arguments.properties()) {
            if (argument.getKey().equals("body")) {
                collect(argument.getValue(), bodies);
            } else if (!argument.getKey().equals("ignore")) {
                arguments.put(argument.getKey(), SuiteApi.text(argument.getValue()));
            }
        }
        if (call.name.equals("indices.create")) {
            JsonNode body = bodies.isEmpty() ? NullNode.getInstance() : bodies.getFirst();
            SuiteSide.Answer made = side.created(arguments.getOrDefault("index", ""), body);
            if (made != null) {
                return made;
            }
        }
        SuiteApi api = specification.api(call.name);
        boolean lines = api.hasLines();
        StringBuilder body = new StringBuilder();
        for (JsonNode part : bodies) {
            body.append(part).append(lines ? "\n" : "");
        }
        SuiteSide.Answer answer =
                side.send(api.line(arguments, !bodies.isEmpty()), body.toString(), lines, call.headers);
        boolean asked = call.name.startsWith("exists") || call.name.contains(".exists") || call.name.equals("ping");
        if (asked && answer.body().isEmpty()) {
            if (answer.status() == 403) {
                refusals.add("HEAD of " + call.name);
            }
            String found = BooleanNode.valueOf(answer.status() < 300).toString();
            int status = answer.status() == 404 && call.expected.isEmpty() ? 200 : answer.status();
            return new SuiteSide.Answer(status, found, "application/json", answer.warnings());
        }
        boolean ignored = call.arguments.path("ignore").asInt() == answer.status();
        return ignored ? new SuiteSide.Answer(200, answer.body(), answer.contentType(), answer.warnings()) : answer;
    }

    // A text holds one value behind another; a list may have such texts.
    private static void collect(JsonNode body, List<JsonNode> into) throws IOException {
        if (body.isTextual()) {
            try (MappingIterator<JsonNode> values =
                    MAPPER.readerFor(JsonNode.class).readValues(body.asText())) {
                into.addAll(values.readAll());
            } catch (JsonProcessingException e) {
                into.add(body);
            }
        } else if (body.isArray()) {
            for (JsonNode element : body) {
                collect(element, into);
            }
        } else {
            into.add(body);
        }
    }

    private static void judge(Call call, SuiteSide.Answer answer, JsonNode parsed) {
        String shown = answer.status() + " " + cut(answer.body());
        if (call.expected.isEmpty()) {
            if (answer.status() >= 400) {
                throw new SuiteFailure(call.name + ": " + shown);
            }
        } else if (answer.status() < 400) {
            throw new SuiteFailure(call.name + ": an error was expected, " + call.expected + ": " + shown);
        } else if (call.expected.startsWith("/")) {
            String pattern = call.expected.strip();
            Pattern wanted = Pattern.compile(pattern.substring(1, pattern.lastIndexOf('/')));
            if (!wanted.matcher(parsed.toString()).find()
                    && !wanted.matcher(answer.body()).find()) {
                throw new SuiteFailure(call.name + ": the error is not " + pattern + ": " + shown);
            }
        } else if (STATUSES.containsKey(call.expected) && STATUSES.get(call.expected) != answer.status()) {
            throw new SuiteFailure(call.name + ": expected " + call.expected + ": " + shown);
        }
        for (String warning : call.warnings) {
            if (answer.warnings().stream().noneMatch(header -> header.contains(warning.replace("\"", "\\\"")))) {
                throw new SuiteFailure(call.name + ": no warning [" + warning + "] in " + answer.warnings());
            }
        }
    }

    private static String cut(String text) {
        return text.length() > 400 ? text.substring(0, 400) + "..." : text;
    }
}
