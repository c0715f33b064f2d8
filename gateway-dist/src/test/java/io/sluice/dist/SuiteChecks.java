package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** What a test of the server's own suite expects of an answer. */
final class SuiteChecks {

    private static final Set<String> NAMES = Set.of(
            "match", "length", "is_true", "is_false", "gt", "gte", "lt", "lte", "contains", "close_to", "is_after");

    private SuiteChecks() {}

    /** Whether a step of the name expects something. */
    static boolean is(String name) {
        return NAMES.contains(name);
    }

    /** @throws SuiteFailure if the answer is not as expected */
    static void check(String name, JsonNode expected, SuiteStash stash) {
        if (expected.isObject()) {
            for (Map.Entry<String, JsonNode> entry : expected.properties()) {
                checkOne(name, entry.getKey(), stash.filled(entry.getValue()), stash);
            }
        } else {
            checkOne(name, expected.asText(), expected, stash);
        }
    }

    private static void checkOne(String name, String path, JsonNode expected, SuiteStash stash) {
        JsonNode actual = stash.at(path);
        boolean holds = switch (name) {
            case "match" -> matches(expected, actual);
            case "length" -> length(actual) == expected.asInt();
            case "is_true" -> isTrue(actual);
            case "is_false" -> !isTrue(actual);
            case "gt" -> compares(actual, expected, order -> order > 0);
            case "gte" -> compares(actual, expected, order -> order >= 0);
            case "lt" -> compares(actual, expected, order -> order < 0);
            case "lte" -> compares(actual, expected, order -> order <= 0);
            case "contains" -> contains(actual, expected);
            case "close_to" ->
                Math.abs(actual.asDouble() - expected.path("value").asDouble())
                        <= expected.path("error").asDouble();
            default -> throw new SuiteFailure("not known here: " + name);
        };
        if (!holds) {
            throw new SuiteFailure(name + " " + path + ": expected " + cut(expected) + ", was " + cut(actual));
        }
    }

    private static String cut(JsonNode value) {
        String text = value.toString();
        return text.length() > 200 ? text.substring(0, 200) + "..." : text;
    }

    private static boolean compares(JsonNode actual, JsonNode expected, IntPredicate order) {
        return isNumber(actual)
                && isNumber(expected)
                && order.test(number(actual).compareTo(number(expected)));
    }

    private static boolean isNumber(JsonNode value) {
        return value.isNumber() || value.isTextual() && value.asText().matches("-?\\d+(\\.\\d+)?");
    }

    private static BigDecimal number(JsonNode value) {
        return new BigDecimal(value.asText());
    }

    private static boolean isTrue(JsonNode actual) {
        String text = actual.isContainerNode() ? "true" : actual.asText();
        return !actual.isMissingNode()
                && !actual.isNull()
                && !text.isEmpty()
                && !text.equals("false")
                && !text.equals("0");
    }

    private static int length(JsonNode actual) {
        return actual.isTextual() ? actual.asText().length() : actual.size();
    }

    private static boolean contains(JsonNode actual, JsonNode expected) {
        for (JsonNode element : actual) {
            boolean all = !expected.isObject() && matches(expected, element);
            if (expected.isObject()) {
                all = true;
                for (Map.Entry<String, JsonNode> member : expected.properties()) {
                    all &= matches(member.getValue(), element.path(member.getKey()));
                }
            }
            if (all) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(JsonNode expected, JsonNode actual) {
        if (expected.isTextual()) {
            String text = expected.asText().strip();
            if (text.length() > 1 && text.startsWith("/") && text.endsWith("/")) {
                Pattern pattern = Pattern.compile(text.substring(1, text.length() - 1), Pattern.COMMENTS);
                return pattern.matcher(actual.asText()).find();
            }
        }
        if (expected.isNull()) {
            return actual.isNull() || actual.isMissingNode();
        }
        if (expected.isNumber() && actual.isNumber()) {
            return equal(expected, actual);
        }
        if (expected.isArray() && actual.isArray()) {
            boolean same = expected.size() == actual.size();
            for (int i = 0; i < expected.size() && same; i++) {
                same = matches(expected.get(i), actual.get(i));
            }
            return same;
        }
        if (expected.isObject() && actual.isObject()) {
            boolean same = expected.size() == actual.size();
            for (Map.Entry<String, JsonNode> member : expected.properties()) {
                JsonNode other = actual.get(member.getKey());
                same = same && other != null && matches(member.getValue(), other);
            }
            return same;
        }
        return expected.equals(actual)
                || expected.isValueNode() && expected.asText().equals(actual.asText()) && actual.isValueNode();
    }

    // What a test writes as 1.6 may be shown as the float next to it.
    private static boolean equal(JsonNode expected, JsonNode actual) {
        return number(expected).compareTo(number(actual)) == 0
                || expected.isFloatingPointNumber() && (float) expected.asDouble() == (float) actual.asDouble();
    }
}
