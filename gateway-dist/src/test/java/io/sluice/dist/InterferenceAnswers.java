package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The compared parts of a response: everything except what is listed here. */
final class InterferenceAnswers {

    /** Measured, or drawn for one request or one index. */
    private static final Set<String> DRAWN = Set.of("took", "_scroll_id", "index_uuid", "node", "request_id");

    /**
     * It counts the changes of all tenants.
     * docs/tenants.md, "What clients of shared indices notice".
     */
    private static final Set<String> OF_ALL_TENANTS = Set.of("_seq_no");

    /** Their order depends on which shard answered first. */
    private static final Set<String> OPEN_ORDER = Set.of("failed_shards", "root_cause", "failures");

    /**
     * In texts: numbers of documents, as sorting by {@code _doc} shows them (docs/tenants.md there too), and where objects of a server lie
     * in its memory.
     */
    private static final Pattern NUMBERS = Pattern.compile("(?<=failed to collapse |for doc: )\\d+|@[0-9a-f]{1,8}");

    /**
     * Errors of a bound that cannot be read, which Elasticsearch 7.17 meets only where some document has a value in the field of dates:
     * docs/tenants.md, "What operators keep".
     */
    private static final Pattern UNREADABLE_BOUND =
            Pattern.compile("failed to parse date field|nanosecond resolution|in date format|Parse failure at index");

    private InterferenceAnswers() {}

    /** An answer as it is compared; its status comes first. */
    static String shown(TenantGateway.Answer answer) throws IOException {
        String body = answer.body().startsWith("{") || answer.body().startsWith("[")
                ? cleaned(answer.json()).toString()
                : EqualTexts.withoutDrawn(answer.body());
        return answer.status() + " " + body;
    }

    /**
     * Whether documentation says that tenants may learn what the answers to this request differ in: the only thing is in how many shards a
     * bound of a range that cannot be read is an error.
     */
    static boolean areDocumented(ServerKind kind, EqualRequest request, Set<String> some, Set<String> others) {
        return kind == ServerKind.ELASTICSEARCH_7
                && request.body().contains("\"range\"")
                && (areUnreadable(some) || areUnreadable(others));
    }

    private static boolean areUnreadable(Set<String> answers) {
        return answers.stream()
                .allMatch(answer -> UNREADABLE_BOUND.matcher(answer).find());
    }

    private static JsonNode cleaned(JsonNode value) {
        if (value.isTextual()) {
            String text = NUMBERS.matcher(value.asText()).replaceAll("*");
            return TextNode.valueOf(EqualTexts.withoutDrawn(text));
        }
        if (value.isArray()) {
            ArrayNode array = EqualDice.a();
            value.forEach(element -> array.add(cleaned(element)));
            return array;
        }
        if (!value.isObject()) {
            return value;
        }
        ObjectNode object = EqualDice.o();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String name = member.getKey();
            if (DRAWN.contains(name) || OF_ALL_TENANTS.contains(name)) {
                continue;
            }
            JsonNode clean = cleaned(member.getValue());
            if (name.equals("inner_hits")) {
                clean.forEach(hits -> hits.at("/hits/hits").forEach(hit -> ((ObjectNode) hit).remove("sort")));
            }
            object.set(name, OPEN_ORDER.contains(name) && clean.isArray() ? sorted(clean) : clean);
        }
        return object;
    }

    private static JsonNode sorted(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        elements.sort(Comparator.comparing(JsonNode::toString));
        return EqualDice.a(elements.toArray());
    }
}
