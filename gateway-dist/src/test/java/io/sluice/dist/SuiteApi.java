package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/** One call of the server as its specification describes it: its paths with their methods, and the form of its body. */
final class SuiteApi {

    private final List<Path> paths = new ArrayList<>();
    private final Set<String> parts = new TreeSet<>();
    private final boolean lines;

    private record Path(String template, List<String> methods, Set<String> parts) {}

    /**
     * Reads a specification.
     *
     * @param specification what stands under the call's name in its file
     */
    SuiteApi(JsonNode specification) {
        for (JsonNode path : specification.path("url").path("paths")) {
            Set<String> names = new TreeSet<>();
            path.path("parts").fieldNames().forEachRemaining(names::add);
            List<String> methods = new ArrayList<>();
            path.path("methods").forEach(method -> methods.add(method.asText()));
            paths.add(new Path(path.path("path").asText(), methods, names));
            parts.addAll(names);
        }
        lines = specification.path("body").path("serialize").asText().equals("bulk");
    }

    /** Whether a body is lines of JSON. */
    boolean hasLines() {
        return lines;
    }

    /**
     * The method and the target of a call.
     *
     * @param arguments of path and URL
     */
    String line(Map<String, String> arguments, boolean body) {
        Path path = path(arguments);
        String target = path.template();
        StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
        for (Map.Entry<String, String> argument : arguments.entrySet()) {
            String value = encoded(argument.getValue());
            if (path.parts().contains(argument.getKey())) {
                target = target.replace("{" + argument.getKey() + "}", value);
            } else {
                query.add(argument.getKey() + "=" + value);
            }
        }
        boolean posted =
                body && path.methods().contains("POST") && path.methods().contains("GET");
        return (posted ? "POST" : path.methods().getFirst()) + " " + target + query;
    }

    // The path that has a place for the most of the arguments, and none for others.
    private Path path(Map<String, String> arguments) {
        Path best = null;
        for (Path path : paths) {
            boolean possible = arguments.keySet().containsAll(path.parts())
                    && path.parts().stream()
                            .noneMatch(part -> arguments.get(part).isEmpty());
            if (possible && (best == null || path.parts().size() > best.parts().size())) {
                best = path;
            }
        }
        if (best == null) {
            throw new SuiteFailure("no path takes " + arguments.keySet());
        }
        return best;
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2C", ",")
                .replace("%2A", "*");
    }

    /** An argument as it stands in a URL. */
    static String text(JsonNode value) {
        if (!value.isArray()) {
            return value.isNull() ? "" : value.asText();
        }
        return String.join(
                ",",
                StreamSupport.stream(value.spliterator(), false)
                        .map(SuiteApi::text)
                        .toList());
    }
}
