package io.sluice.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.sluice.config.ConfigNode.Kind;
import io.sluice.config.ConfigNode.Mapping;
import io.sluice.config.ConfigNode.Member;
import io.sluice.config.ConfigNode.Scalar;
import io.sluice.config.ConfigNode.Sequence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Reads one YAML document into a tree with places. A syntax error ends the reading; duplicate keys, aliases and references to the
 * environment that cannot be filled in are collected. For one document and thread.
 */
final class YamlReader {

    static final int MAX_CHARACTERS = 1 << 20;
    private static final int MAX_DEPTH = 50;
    private static final YAMLFactory YAML = new YAMLFactory();
    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

    private final YAMLParser parser;
    private final Environment environment;
    private final List<Problem> problems;

    private YamlReader(YAMLParser parser, Environment environment, List<Problem> problems) {
        this.parser = parser;
        this.environment = environment;
        this.problems = problems;
    }

    /** The root of the document, or null if there is none or its syntax is broken; faults are added to the problems. */
    static @Nullable ConfigNode read(String yaml, Place root, Environment environment, List<Problem> problems) {
        if (yaml.length() > MAX_CHARACTERS) {
            problems.add(new Problem(root, "the file is longer than " + MAX_CHARACTERS + " characters"));
            return null;
        }
        try (YAMLParser parser = YAML.createParser(Environment.shield(yaml))) {
            return new YamlReader(parser, environment, problems).document(root);
        } catch (JsonProcessingException e) {
            problems.add(syntaxError(root, yaml, e));
        } catch (IOException | IllegalArgumentException e) {
            problems.add(new Problem(root, "not YAML: " + firstLine(String.valueOf(e.getMessage()))));
        }
        return null;
    }

    // The parser's own error says what was found where; the text around it only says what was being read.
    private static Problem syntaxError(Place root, String yaml, JsonProcessingException e) {
        if (e.getCause() instanceof ReaderException forbidden) {
            List<String> before = yaml.substring(0, Math.min(forbidden.getPosition(), yaml.length()))
                    .lines()
                    .toList();
            int column = before.isEmpty() ? 1 : before.getLast().length() + 1;
            String code = "U+%04X".formatted(forbidden.getCodePoint());
            return new Problem(
                    root.at(Math.max(1, before.size()), column), "not YAML: the character " + code + " is not allowed");
        }
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            Mark mark = marked.getProblemMark();
            String context = marked.getContext() == null ? "" : " " + marked.getContext();
            return new Problem(
                    root.at(mark.getLine() + 1, mark.getColumn() + 1),
                    "not YAML: " + firstLine(marked.getProblem() + context));
        }
        return new Problem(place(root, e.getLocation()), "not YAML: " + firstLine(e.getOriginalMessage()));
    }

    private @Nullable ConfigNode document(Place root) throws IOException {
        if (parser.nextToken() == null) {
            problems.add(new Problem(root, "the file is empty"));
            return null;
        }
        ConfigNode node = node(root, 0);
        if (parser.nextToken() != null) {
            report(here(root), "a second YAML document begins here; a configuration is one document");
        }
        return node;
    }

    // On entry the node's first token is current, on return its last one.
    private ConfigNode node(Place path, int depth) throws IOException {
        Place place = here(path);
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("nested deeper than " + MAX_DEPTH + " levels");
        }
        if (parser.isCurrentAlias()) {
            report(place, "aliases are not supported; write the value out where it is used");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(place, depth);
            case START_ARRAY -> sequence(place, depth);
            default -> scalar(place);
        };
    }

    private ConfigNode mapping(Place place, int depth) throws IOException {
        Map<String, Member> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = Environment.unshield(parser.currentName());
            Place keyPlace = here(place.key(key));
            parser.nextToken();
            ConfigNode value = node(keyPlace, depth + 1);
            Member first = members.putIfAbsent(key, new Member(keyPlace, value));
            if (first != null) {
                report(
                        keyPlace,
                        "the key is already given in line " + first.keyPlace().line());
            }
        }
        return new Mapping(place, members);
    }

    private ConfigNode sequence(Place place, int depth) throws IOException {
        List<ConfigNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(place.item(items.size()), depth + 1));
        }
        return new Sequence(place, items);
    }

    private ConfigNode scalar(Place place) throws IOException {
        String text = Environment.unshield(String.valueOf(parser.getText()));
        Kind kind = switch (parser.currentToken()) {
            case VALUE_NULL -> Kind.NULL;
            case VALUE_TRUE, VALUE_FALSE -> Kind.BOOLEAN;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                JSON_NUMBER.matcher(text).matches() ? Kind.NUMBER : Kind.TEXT;
            default -> Kind.TEXT;
        };
        try {
            return new Scalar(place, kind, environment.fill(text));
        } catch (IllegalArgumentException e) {
            report(place, String.valueOf(e.getMessage()));
            return new Scalar(place, Kind.UNKNOWN, text);
        }
    }

    private void report(Place place, String message) {
        problems.add(new Problem(place, message));
    }

    private Place here(Place path) {
        return place(path, parser.currentTokenLocation());
    }

    private static Place place(Place path, @Nullable JsonLocation location) {
        return location == null ? path : path.at(location.getLineNr(), location.getColumnNr());
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("unreadable");
    }
}
