package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;

/** Which tests of the server's own suite are not for the server, or not for this runner. */
final class SuiteSkip {

    private static final Set<String> KNOWN = Set.of(
            "allowed_warnings",
            "allowed_warnings_regex",
            "arbitrary_key",
            "close_to",
            "contains",
            "default_shards",
            "embedded_stash_key",
            "headers",
            "node_selector",
            "regex",
            "stash_in_key",
            "stash_in_path",
            "warnings",
            "warnings_regex");

    /** From this number on a first number is one of Elasticsearch's, all of which are older. */
    private static final int OLDEST_BEFORE = 5;

    private SuiteSkip() {}

    /** Whether steps begin with one that says so. */
    static boolean isSaidIn(List<JsonNode> steps, String version) {
        for (JsonNode step : steps) {
            JsonNode skip = step.path("skip");
            if (isIn(skip.path("version").asText(), version) || hasUnknown(skip.path("features"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasUnknown(JsonNode features) {
        if (features.isTextual()) {
            for (String feature : features.asText().split(",")) {
                if (!KNOWN.contains(feature.strip())) {
                    return true;
                }
            }
        }
        for (JsonNode feature : features) {
            if (!KNOWN.contains(feature.asText())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(String ranges, String version) {
        for (String range : ranges.split(",")) {
            if (range.strip().equals("all")) {
                return true;
            }
            int hyphen = range.indexOf('-');
            if (hyphen < 0) {
                continue;
            }
            String from = range.substring(0, hyphen).strip();
            String to = range.substring(hyphen + 1).strip();
            if ((from.isEmpty() || compare(from, version) <= 0) && (to.isEmpty() || compare(version, to) <= 0)) {
                return true;
            }
        }
        return false;
    }

    private static int compare(String one, String other) {
        String[] ones = inOrder(one);
        String[] others = inOrder(other);
        for (int i = 0; i < Math.min(ones.length, others.length); i++) {
            int order = Integer.compare(number(ones[i]), number(others[i]));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    // OpenSearch's versions follow those of Elasticsearch that it comes from.
    private static String[] inOrder(String version) {
        String[] numbers = version.split("[.]");
        if (number(numbers[0]) >= OLDEST_BEFORE) {
            numbers[0] = "0";
        }
        return numbers;
    }

    private static int number(String text) {
        String digits = text.replaceAll("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }
}
