package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a test has kept from answers, and the last answer. */
final class SuiteStash {

    private static final Pattern EMBEDDED = Pattern.compile("\\$\\{([^}]+)}");
    private static final String BODY = "body";
    private static final String ANY_KEY = "_arbitrary_key_";

    private final Map<String, JsonNode> values = new HashMap<>();
    private JsonNode last = MissingNode.getInstance();

    /** Takes an answer, as a value and as a text. */
    void answer(JsonNode answer, String text) {
        last = answer;
        values.put(BODY, TextNode.valueOf(text));
    }

    void put(String name, JsonNode value) {
        values.put(name, value);
    }

    /** A value of a test with what was kept in the place of its names. */
    JsonNode filled(JsonNode value) {
        if (value.isTextual()) {
            return filledText(value.asText());
        }
        if (value.isArray()) {
            ArrayNode filled = JsonNodeFactory.instance.arrayNode();
            value.forEach(element -> filled.add(filled(element)));
            return filled;
        }
        if (value.isObject()) {
            ObjectNode filled = JsonNodeFactory.instance.objectNode();
            value.properties()
                    .forEach(member -> filled.set(filledText(member.getKey()).asText(), filled(member.getValue())));
            return filled;
        }
        return value;
    }

    private JsonNode filledText(String text) {
        if (text.startsWith("$") && values.containsKey(text.substring(1))) {
            return values.get(text.substring(1));
        }
        Matcher embedded = EMBEDDED.matcher(text);
        return TextNode.valueOf(embedded.replaceAll(found -> {
            JsonNode value = values.get(found.group(1));
            return Matcher.quoteReplacement(value == null ? found.group() : value.asText());
        }));
    }

    /** What stands at a path of the last answer; missing where there is nothing. */
    JsonNode at(String path) {
        if (path.equals("$" + BODY)) {
            return last.isContainerNode() ? last : values.getOrDefault(BODY, MissingNode.getInstance());
        }
        JsonNode value = last;
        for (String segment : segments(path)) {
            String name = filledText(segment).asText();
            if (value.isArray()) {
                value = name.matches("\\d+") ? value.path(Integer.parseInt(name)) : MissingNode.getInstance();
            } else if (name.equals(ANY_KEY) && !value.isEmpty()) {
                return TextNode.valueOf(value.fieldNames().next());
            } else {
                value = value.path(name);
            }
        }
        return value;
    }

    // A full stop behind a backslash is part of a name.
    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        if (path.isEmpty() || path.equals("$body")) {
            return segments;
        }
        StringBuilder segment = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '\\' && i + 1 < path.length() && path.charAt(i + 1) == '.') {
                segment.append('.');
                i++;
            } else if (c == '.') {
                segments.add(segment.toString());
                segment.setLength(0);
            } else {
                segment.append(c);
            }
        }
        segments.add(segment.toString());
        return segments;
    }
}
