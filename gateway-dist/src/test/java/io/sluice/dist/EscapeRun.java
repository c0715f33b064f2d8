package io.sluice.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.dist.EscapeStep.Actor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Runs attacks against the gateway or, to verify that they can succeed, against the server itself, and reports leaks.
 * For one thread.
 */
final class EscapeRun {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int SHOWN = 700;

    /** A tenant without any data, with a name as long as the victim's. */
    private static final String NOBODY = "gnomex";

    /** What may differ between two answers to the same question. */
    private static final Pattern DRAWN = Pattern.compile(
            "content-length: \\d+|date: [^\r\n]+|[0-9a-f]{16}-\\d+|\"took\":\\d+|\"(_version|_seq_no|_primary_term)\":\\d+|[\\w-]{20,}|\"[a-z_]*(millis|nanos|ns)\":\\d+|\\d{12,}"
                    + "|\"time\":\"[^\"]+\"|\"(" + EscapeScan.TIMES + ")\":\\d+");

    /** Requests that change nothing on any server, whatever their bodies say. */
    private static final Pattern READ = Pattern.compile(
            "(?s)(GET|HEAD) .*|POST [^? ]*/_(search|count|msearch|mget|explain/\\w+|validate/query|field_caps|search/template|termvectors|mtermvectors|terms_enum)(\\?[^ ]*)?( .*)?");

    private final Map<String, URI> listeners;
    private final URI server;
    private final EscapeNames names;
    private final EscapeScan scan;
    private final boolean pastGateway;

    /**
     * Attacks a gateway, or a server.
     *
     * @param listeners the gateway's, by name; none to attack the server itself
     */
    EscapeRun(Map<String, URI> listeners, URI server, EscapeNames names, EscapeScan scan) {
        this.listeners = listeners;
        this.server = server;
        this.names = names;
        this.scan = scan;
        this.pastGateway = listeners.isEmpty();
    }

    /**
     * Runs an attack.
     *
     * @param leaks collects descriptions of what leaked
     * @return the last answer
     */
    EscapeAnswer make(EscapeAttack attack, List<String> leaks) throws IOException {
        return play(attack, EscapeWorld.OTHER, leaks);
    }

    /** Whether a gateway's response may depend on the victim: the attack is a single request that names a tenant. */
    boolean tellsVictims(EscapeAttack attack) {
        EscapeStep step = attack.steps().getFirst();
        String text = String.join("\n", attack.values().values()) + step;
        return !pastGateway
                && attack.steps().size() == 1
                && text.matches("(?s).*@(b|theirs|theirid|list|lookup)[|@].*");
    }

    /**
     * Runs an attack on a tenant without data; a different response reveals that the victim has data.
     *
     * @param ofOther the answer of the attack on the other
     */
    List<String> differences(EscapeAttack attack, EscapeAnswer ofOther) throws IOException {
        String first = comparable(ofOther);
        String second = comparable(play(attack, NOBODY, new ArrayList<>()));
        return first.equals(second)
                ? List.of()
                : List.of("the answer tells that the other is there:\n    " + shown(first) + "\n    where nobody is: "
                        + shown(second));
    }

    /** Whether an attack only reads, judging by its requests. */
    static boolean onlyAsks(EscapeAttack attack) {
        return attack.steps().stream().allMatch(step -> {
            String send = EscapePlaceholders.fill(step.send(), withPlaces(attack.values()))
                    .orElse("");
            return step.raw().isEmpty() && READ.matcher(send).matches();
        });
    }

    private static Map<String, String> withPlaces(Map<String, String> values) {
        Map<String, String> places = new HashMap<>(values);
        for (String name : List.of(
                "mine", "mine2", "theirs", "theirid", "a", "b", "n", "field", "nl", "s", "p", "list", "f", "lookup",
                "server", "physid")) {
            places.put(name, "x");
        }
        return places;
    }

    private EscapeAnswer play(EscapeAttack attack, String victim, List<String> leaks) throws IOException {
        Map<String, String> taken = new HashMap<>(attack.values());
        StringBuilder said = new StringBuilder();
        EscapeAnswer answer = new EscapeAnswer("", "");
        for (EscapeStep step : attack.steps()) {
            Map<String, String> values = valuesFor(step.actor(), victim);
            values.putAll(taken);
            Optional<byte[]> request = request(step, values);
            if (request.isEmpty()) {
                return answer;
            }
            answer = EscapeAnswer.of(
                    address(attack, step), request.get(), !step.raw().isEmpty());
            if (step.actor() == Actor.ATTACKER) {
                said.append(new String(request.get(), UTF_8)).append('\n');
                if (!step.encoding().equals("plain")) {
                    said.append(EscapePlaceholders.fill(step.send() + step.body(), values)
                            .orElse(""));
                }
                judge(attack, step, answer, said.toString())
                        .forEach(problem ->
                                leaks.add(problem + "\n    " + shown(new String(request.get(), ISO_8859_1))));
            } else if (answer.status() >= 300
                    && victim.equals(EscapeWorld.OTHER)
                    && !step.takes().isEmpty()) {
                throw new IOException(attack.name() + " cannot be made: " + shown(answer.everything()));
            }
            take(step, values, answer, taken);
        }
        return answer;
    }

    private URI address(EscapeAttack attack, EscapeStep step) {
        if (pastGateway || step.actor() == Actor.OPERATOR) {
            return server;
        }
        return Objects.requireNonNull(listeners.get(attack.listener()), attack.listener());
    }

    private Map<String, String> valuesFor(Actor actor, String victim) {
        return switch (actor) {
            case ATTACKER -> names.of(EscapeWorld.ATTACKER, victim, pastGateway);
            case OTHER -> names.of(EscapeWorld.OTHER, victim, pastGateway);
            case OPERATOR -> names.of(EscapeWorld.OTHER, victim, true);
        };
    }

    private List<String> judge(EscapeAttack attack, EscapeStep step, EscapeAnswer answer, String said) {
        List<String> problems = new ArrayList<>();
        Set<String> leaks = scan.leaks(answer, said);
        for (String text : attack.forbidden()) {
            if (answer.body().contains(text)) {
                leaks.add(text);
            }
        }
        for (String text : step.absent()) {
            if (answer.everything().toLowerCase(java.util.Locale.ROOT).contains(text)) {
                leaks.add(text);
            }
        }
        if (!leaks.isEmpty()) {
            problems.add("shows " + leaks.stream().limit(12).toList() + " in " + shown(answer.everything()));
        }
        for (String text : step.finds()) {
            if (!answer.body().contains(text)) {
                problems.add("has no " + text + " in " + shown(answer.everything()));
            }
        }
        if (!pastGateway && !step.statuses().isEmpty() && !step.statuses().contains(answer.status())) {
            problems.add("is answered " + answer.status() + " instead of " + step.statuses() + ": "
                    + shown(answer.everything()));
        }
        return problems;
    }

    private static void take(
            EscapeStep step, Map<String, String> values, EscapeAnswer answer, Map<String, String> taken) {
        for (Map.Entry<String, String> take : step.takes().entrySet()) {
            try {
                String pointer =
                        EscapePlaceholders.fill(take.getValue(), values).orElseThrow();
                JsonNode value = MAPPER.readTree(answer.body()).at(pointer);
                if (value.isValueNode()) {
                    taken.put(take.getKey(), value.asText());
                }
            } catch (JsonProcessingException e) {
                // an answer of another kind gives nothing to go on with
            }
        }
    }

    private Optional<byte[]> request(EscapeStep step, Map<String, String> values) {
        if (!step.raw().isEmpty()) {
            return EscapePlaceholders.fill(step.raw(), values)
                    .map(EscapePlaceholders::frameChunks)
                    .map(raw -> raw.getBytes(ISO_8859_1));
        }
        Optional<String> send = EscapePlaceholders.fill(step.send(), values);
        Optional<String> body = EscapePlaceholders.fill(step.body(), values);
        List<String> headers = new ArrayList<>();
        for (String header : step.headers()) {
            EscapePlaceholders.fill(header, values).ifPresent(headers::add);
        }
        String encoding = EscapePlaceholders.fill(step.encoding(), values).orElseThrow();
        return send.isEmpty() || body.isEmpty()
                ? Optional.empty()
                : Optional.of(request(send.get(), headers, body.get(), encoding, values.get("auth")));
    }

    private static byte[] request(
            String send, List<String> headers, String body, String encoding, String authorization) {
        String[] parts = send.split(" ", 3);
        byte[] bytes = EscapeEncoding.encode(encoding, parts.length == 3 ? parts[2] : body);
        StringBuilder head =
                new StringBuilder(parts[0] + " " + parts[1] + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        String lines = "\n" + head.toString().toLowerCase(java.util.Locale.ROOT);
        if (!lines.contains("\nauthorization:")) {
            head.append(authorization).append("\r\n");
        }
        if (bytes.length > 0 && !lines.contains("\ncontent-type:")) {
            head.append("Content-Type: application/json\r\n");
        }
        if (EscapeEncoding.isGzip(encoding)) {
            head.append("Content-Encoding: gzip\r\n");
        }
        if (bytes.length > 0 || !parts[0].matches("GET|HEAD|DELETE|OPTIONS")) {
            head.append("Content-Length: ").append(bytes.length).append("\r\n");
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.append("\r\n").toString().getBytes(UTF_8));
        request.writeBytes(bytes);
        return request.toByteArray();
    }

    private static String comparable(EscapeAnswer answer) {
        return answer.status() + " "
                + DRAWN.matcher(answer.body().replace(NOBODY, EscapeWorld.OTHER))
                        .replaceAll("*");
    }

    private static String shown(String text) {
        String line = text.replace("\r", "").replace("\n", "\\n");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }
}
