package io.sluice.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Attacks that smuggle every parameter into every endpoint, made from the tables of {@code docs/tenants.md}, which are made from the
 * code that decides: each parameter that any endpoint takes, and those that none does, behind what servers split a query at.
 */
final class SmuggledParameters {

    private static final Pattern ENDPOINT = Pattern.compile("\\| ([A-Z, ]+) \\| `(/[^`]*)` \\| [^|]* \\|(.*)\\|");
    private static final Pattern PARAMETER = Pattern.compile("`([a-z_]+)`");

    /** Before and behind a parameter: what ends the one before it, or what a reader may take for the end of a name. */
    private static final List<String> SPELLINGS =
            List.of("pretty;%s", ";%s", "=%s", "pretty&=%s", "pretty=false;%s&human", "pretty;%s;");

    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("q", "*:*"),
            Map.entry("index", "@theirs@"),
            Map.entry("source", "%7B%22query%22%3A%7B%22match_all%22%3A%7B%7D%7D%7D"),
            Map.entry("source_content_type", "application/json"),
            Map.entry("pipeline", "takeover"),
            Map.entry("scroll_id", "_all"),
            Map.entry("format", "yaml"),
            Map.entry("filter_path", "**._source"),
            Map.entry("df", "@field@"),
            Map.entry("sort", "@field@"),
            Map.entry("stored_fields", "@field@"),
            Map.entry("docvalue_fields", "@field@"),
            Map.entry("fields", "*"),
            Map.entry("routing", "@b@"),
            Map.entry("expand_wildcards", "all"),
            Map.entry("scroll", "1m"),
            Map.entry("size", "60"));

    /** Parameters that no tenant endpoint accepts. */
    private static final Set<String> OF_NONE = Set.of(
            "index",
            "source",
            "source_content_type",
            "pipeline",
            "profile",
            "search_pipeline",
            "rest_cancel",
            "ids",
            "type");

    private SmuggledParameters() {}

    static List<EscapeAttack> attacks() throws IOException {
        Set<String> endpoints = new LinkedHashSet<>();
        Set<String> parameters = new TreeSet<>(OF_NONE);
        for (String line : Files.readAllLines(Path.of("..", "docs", "tenants.md"))) {
            Matcher row = ENDPOINT.matcher(line);
            if (row.matches()) {
                for (String method : row.group(1).split(", ")) {
                    endpoints.add(method + " " + row.group(2));
                }
                PARAMETER.matcher(row.group(3)).results().forEach(found -> parameters.add(found.group(1)));
            }
        }
        if (endpoints.size() < 40 || parameters.size() < 50) {
            throw new IllegalStateException("the tables of docs/tenants.md could not be read: " + endpoints);
        }
        List<EscapeAttack> attacks = new ArrayList<>();
        int spelling = 0;
        for (String endpoint : endpoints) {
            for (String parameter : parameters) {
                attacks.add(attack(endpoint, parameter, SPELLINGS.get(spelling++ % SPELLINGS.size())));
            }
        }
        return attacks;
    }

    private static EscapeAttack attack(String endpoint, String parameter, String spelling) {
        String path = endpoint.replace("[{indices}]", "@mine@")
                .replaceAll("\\{ind[a-z]+}", "@mine@")
                .replace("{id}", "1")
                .replace("{fields}", "*");
        String query = spelling.formatted(parameter + "=" + VALUES.getOrDefault(parameter, "true"));
        return new EscapeAttack(
                "smuggled " + query + " into " + endpoint,
                List.of("18.semicolon"),
                "",
                EnumSet.allOf(EscapeLayout.class),
                List.of(new EscapeStep(
                        EscapeStep.Actor.ATTACKER,
                        path + "?" + query,
                        List.of(),
                        body(endpoint),
                        "plain",
                        "",
                        Map.of(),
                        List.of(400),
                        List.of(),
                        List.of())),
                List.of(),
                Map.of());
    }

    private static String body(String endpoint) {
        if (endpoint.startsWith("GET") || endpoint.startsWith("HEAD") || endpoint.startsWith("DELETE")) {
            return "";
        }
        if (endpoint.endsWith("_bulk")) {
            return "{\"delete\":{\"_id\":\"@theirid@\"}}\n";
        }
        if (endpoint.endsWith("_msearch")) {
            return "{}\n{}\n";
        }
        return endpoint.endsWith("_mget") ? "{\"ids\":[\"@theirid@\"]}" : "{}";
    }
}
