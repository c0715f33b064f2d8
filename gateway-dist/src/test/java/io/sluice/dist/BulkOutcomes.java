package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The results that clients got for the items of their bulks, each with a unique id. For one thread at a time. */
final class BulkOutcomes {

    private static final int FIRST_ERROR = 300;

    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> notExecuted = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    /** Reads the answer to a bulk of items with these ids. */
    void answered(String[] ids, JsonNode answer) {
        count("bulks");
        JsonNode items = answer.path("items");
        if (items.size() != ids.length) {
            problems.add(items.size() + " items instead of " + ids.length);
            return;
        }
        boolean errors = false;
        for (int i = 0; i < ids.length; i++) {
            JsonNode item = items.get(i).path("index");
            if (!item.path("_id").asText().equals(ids[i])) {
                problems.add("item " + i + " is not " + ids[i] + " but " + item);
            }
            errors |= item.has("error");
            add(ids[i], item);
        }
        if (errors != answer.path("errors").asBoolean()) {
            problems.add("'errors' is wrong");
        }
    }

    private void add(String id, JsonNode item) {
        int status = item.path("status").asInt();
        String type = item.at("/error/type").asText();
        count("items " + status + (type.isEmpty() ? "" : " " + type));
        if (status < FIRST_ERROR && type.isEmpty()) {
            acknowledged.add(id);
        } else if (type.equals("sluice_not_executed")) {
            notExecuted.add(id);
        } else if (type.isEmpty()) {
            problems.add("an item that failed has no error: " + item);
        }
    }

    /** A bulk was refused as a whole. */
    void refused(int status, JsonNode answer) {
        count("bulks " + status + " " + answer.at("/error/type").asText());
    }

    /** A bulk's response was cut off after its head. */
    void cutOff() {
        count("bulks whose answer was cut off");
    }

    /** A client got no answer at all. */
    void unanswered(Exception problem) {
        problems.add("a request without an answer: " + problem);
    }

    /** Copies the counts, but not the ids. */
    void add(BulkOutcomes other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Integer::sum));
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    Set<String> acknowledged() {
        return acknowledged;
    }

    Set<String> notExecuted() {
        return notExecuted;
    }

    /** Responses that must never occur. */
    List<String> problems() {
        return problems;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
