package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Pattern;

/** Errors of Elasticsearch 7.17 about queries that were wrapped with a filter, as a server tells those of the original query. Stateless. */
final class EqualWrapped {

    /** The text that a server adds around the error of a query that was wrapped with a filter. */
    private static final Pattern AROUND =
            Pattern.compile("\\[\\d+:\\d+] \\[bool] failed to parse field \\[(must|should)]|Failed to parse");

    /** The text around the error of a rescore's query, which is wrapped on its own. */
    private static final Pattern RESCORE =
            Pattern.compile("\\[\\d+:\\d+] \\[query] failed to parse field \\[rescore_query]");

    private static final List<String> OF_CAUSE = List.of("type", "reason", "caused_by");

    private EqualWrapped() {}

    /** Whether an error is that of a wrapped query, or of a rescore with one. */
    static boolean isError(JsonNode error) {
        return isAround(error) || isAroundRescore(error);
    }

    private static boolean isAround(JsonNode error) {
        return isText(AROUND, error) && error.has("caused_by");
    }

    private static boolean isAroundRescore(JsonNode error) {
        return isText(RESCORE, error) && isAround(error.path("caused_by"));
    }

    private static boolean isText(Pattern text, JsonNode error) {
        return text.matcher(error.path("reason").asText()).matches();
    }

    /** Extracts the error of the original query from a server's error about the wrapped query. */
    static ObjectNode inside(ObjectNode error) {
        ObjectNode told = error.deepCopy();
        if (isAroundRescore(error)) {
            told.set("caused_by", cause((ObjectNode) error.get("caused_by")));
            return rooted(error, told, told);
        }
        ObjectNode cause = cause(error);
        told.remove(OF_CAUSE);
        boolean below = cause.findValuesAsText("reason").stream()
                .anyMatch(reason -> AROUND.matcher(reason).matches());
        return (below ? told : rooted(error, told, cause)).setAll(cause);
    }

    private static ObjectNode cause(ObjectNode error) {
        ObjectNode cause = error;
        while (isAround(cause)) {
            cause = (ObjectNode) cause.get("caused_by");
        }
        return cause;
    }

    // What a server takes for the root of it all.
    private static ObjectNode rooted(ObjectNode error, ObjectNode told, ObjectNode cause) {
        if (isText(AROUND, error.at("/root_cause/0"))) {
            ObjectNode root = cause.deepCopy();
            root.remove(List.of("caused_by", "root_cause"));
            told.putArray("root_cause").add(root);
        }
        return told;
    }
}
