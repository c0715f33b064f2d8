package io.sluice.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Random request targets: routes of servers with their variables filled, whole queries by the grammar of the servers' own parser, and
 * mutations of both.
 */
final class FrontDoorTargets {

    static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE", "HEAD");

    private static final List<String> NAMES = List.of(
            "logs",
            "logs,metrics",
            "logs*",
            "*",
            "_all",
            "_all,logs",
            "-logs",
            "+logs",
            "logs,-old*",
            "<logs-{now/d}>",
            "%3Clogs-%7Bnow%2Fd%7D%3E",
            "a%20b",
            "a+b",
            "caf%C3%A9",
            "caf%E9",
            "LOGS",
            ".security",
            "remote:logs",
            "_foo",
            "_foo,logs",
            "%5Fall",
            "%2Dlogs",
            "logs%2Cmetrics",
            "logs;a=b",
            "1",
            "_1",
            "a%252Fb",
            "a%2Fb",
            "a%2fb",
            "https:%2F%2Fexample.org%2Fa%3Fb%25c",
            "%2F_search",
            "100%25",
            "a%5Cb",
            "a%2F..%2Fb",
            "a%252F..",
            "~",
            "a%00b",
            "%",
            "%%",
            "a=b&c",
            "..",
            ".",
            "...",
            "%2E%2E",
            "$x",
            "a!b'c(d)",
            "@",
            "a:b",
            "a|b",
            "[a]",
            "{index}",
            "**",
            "a\\b",
            "%5C",
            "%7F");
    private static final List<String> PARAMETERS = List.of(
            "index",
            "id",
            "type",
            "routing",
            "pipeline",
            "filter_path",
            "pretty",
            "q",
            "source",
            "source_content_type",
            "format",
            "error_trace",
            "refresh",
            "indices",
            "fields",
            "repository",
            "snapshot",
            "task_id",
            "context",
            "new_index",
            "scroll_id",
            "name",
            "metric",
            "target",
            "node_id",
            "nodeId",
            "serverlessRequest",
            "a%20b",
            "a+b",
            "%C3%A9",
            "",
            "%",
            "x.y",
            "_source",
            "ignore_unavailable",
            "a[]",
            "%69ndex");
    private static final List<String> VALUES = List.of(
            "",
            "true",
            "logs",
            "a,b",
            "a+b",
            "a%20b",
            "%C3%A9",
            "%E9",
            "%2B",
            "%26x%3Dy",
            "%3B",
            "=",
            "a=b",
            "*:*",
            "%",
            "%4",
            "%zz",
            "%%",
            "a%00b",
            "?",
            "/",
            "a/b",
            "application/x-ndjson",
            "%F0%9F%98%80",
            "%ED%A0%80",
            "%C0%AF",
            "'",
            "\"",
            "|",
            "{}",
            "^");
    private static final String SEPARATORS = "&&&&&&&;&;&;=?";
    private static final String ODD = "/%;=&?+_.,-*~:@!$'()[]{}|^`\"<>\\#aA0zZ2e5F ";

    private final Random random;
    private final List<String> templates;
    private final List<String> words;

    FrontDoorTargets(Random random, Set<String> templates) {
        this.random = random;
        this.templates = List.copyOf(templates);
        Set<String> literals = new TreeSet<>();
        for (String template : templates) {
            for (String segment : template.split("/")) {
                if (!segment.isEmpty() && !segment.startsWith("{")) {
                    literals.add(segment);
                }
            }
        }
        this.words = List.copyOf(literals);
    }

    String method() {
        return anyOf(METHODS);
    }

    String target() {
        String target = path();
        if (random.nextInt(3) > 0) {
            target += "?" + query();
        }
        return random.nextInt(3) == 0 ? mutated(target) : target;
    }

    private String path() {
        List<String> segments = new ArrayList<>();
        for (String segment : anyOf(templates).substring(1).split("/")) {
            segments.add(segment.startsWith("{") ? value() : segment);
        }
        switch (random.nextInt(10)) {
            case 0 -> segments.set(random.nextInt(segments.size()), anyOf(words));
            case 1 -> segments.set(random.nextInt(segments.size()), value());
            case 2 -> segments.add(random.nextInt(segments.size() + 1), anyOf(words));
            case 3 -> segments.add(random.nextInt(segments.size() + 1), "");
            case 4 -> segments.remove(random.nextInt(segments.size()));
            case 5 -> segments.set(0, anyOf(words));
            default -> {}
        }
        return "/" + String.join("/", segments) + (random.nextInt(12) == 0 ? "/" : "");
    }

    private String value() {
        return switch (random.nextInt(6)) {
            case 0 -> anyOf(words);
            case 1 -> escaped(anyOf(NAMES));
            default -> anyOf(NAMES);
        };
    }

    private String query() {
        StringBuilder query = new StringBuilder();
        for (int i = random.nextInt(5); i >= 0; i--) {
            query.append(random.nextInt(8) == 0 ? escaped(anyOf(PARAMETERS)) : anyOf(PARAMETERS));
            if (random.nextInt(5) > 0) {
                query.append('=');
                query.append(random.nextInt(8) == 0 ? escaped(anyOf(VALUES)) : anyOf(VALUES));
            }
            if (i > 0 || random.nextInt(10) == 0) {
                query.append(SEPARATORS.charAt(random.nextInt(SEPARATORS.length())));
            }
        }
        return query.toString();
    }

    private String mutated(String target) {
        StringBuilder text = new StringBuilder(target);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = 1 + random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.insert(at, ODD.charAt(random.nextInt(ODD.length())));
                case 1 -> text.insert(at, String.format("%%%02x", random.nextInt(256)));
                case 2 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
                default -> {
                    int from = random.nextInt(text.length());
                    text.insert(at, text.substring(from, Math.min(text.length(), from + random.nextInt(8))));
                }
            }
        }
        return text.toString();
    }

    private String escaped(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int at = random.nextInt(text.length());
        String form = random.nextBoolean() ? "%%%02x" : "%%%02X";
        return text.substring(0, at) + String.format(form, (int) text.charAt(at)) + text.substring(at + 1);
    }

    private <T> T anyOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
