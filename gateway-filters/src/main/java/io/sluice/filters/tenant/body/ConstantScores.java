package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonTemplate;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the score of each text query constant: its boost. A server's own score depends on how many documents of the
 * index, of any tenant, contain the word. Compound queries combine these scores as usual. For one body; on its event
 * loop.
 */
final class ConstantScores {

    /** The queries whose scores depend, or may depend, on the terms of a whole index. */
    private static final List<String> OF_WORDS = List.of(
            "combined_fields",
            "common",
            "fuzzy",
            "intervals",
            "match",
            "match_bool_prefix",
            "match_phrase",
            "match_phrase_prefix",
            "more_like_this",
            "multi_match",
            "prefix",
            "query_string",
            "rank_feature",
            "regexp",
            "simple_query_string",
            "span_field_masking",
            "term",
            "terms",
            "terms_set",
            "wildcard");

    /** The compound queries, with the names of the members whose scores they use. */
    private static final Map<String, List<String>> AROUND = Map.of(
            "bool", List.of("must", "should"),
            "boosting", List.of("positive"),
            "dis_max", List.of("queries"),
            "function_score", List.of("query"),
            "has_child", List.of("query"),
            "has_parent", List.of("query"),
            "nested", List.of("query"),
            "script_score", List.of("query"));

    private static final Map<String, JsonTemplate.Filled> TEMPLATES =
            OF_WORDS.stream().collect(Collectors.toMap(Function.identity(), ConstantScores::template));

    /** A field's name may stand between a query and its boost. */
    private static final int BOOST_DEPTH = 2;

    private static final Pattern JSON_NUMBER =
            Pattern.compile("(?:0|[1-9][0-9]*+)(?:[.][0-9]++)?+(?:[eE][+-]?[0-9]++)?+");

    /** No text query is open. */
    private static final int NONE = Integer.MAX_VALUE;

    private int depth = NONE;
    private @Nullable String boost;

    /** The grammar of a query whose score counts; also changes the grammar of queries whose score does not. */
    static ObjectRule of(ObjectRule query) {
        ObjectRule scored = query.copy();
        for (String name : OF_WORDS) {
            if (query.named().get(name) instanceof ObjectRule words) {
                scored.change(name, new Rule.Whole(Frame.WORDS, words));
            }
        }
        if (query.named().get("range") instanceof Rule.Whole range) {
            scored.change("range", new Rule.Whole(Frame.SCORED_BOUNDS, range.inner()));
        }
        AROUND.forEach((name, members) -> {
            if (query.named().get(name) instanceof ObjectRule around) {
                ObjectRule changed = around.copy();
                members.forEach(member -> changed.change(member, instead(changed, member, scored)));
                scored.change(name, changed);
            }
        });
        // Inner hits show their query's scores even in a filter.
        if (scored.named().get("nested") instanceof ObjectRule nested) {
            query.change("nested", nested);
        }
        return scored;
    }

    private static Rule instead(ObjectRule around, String member, ObjectRule scored) {
        return around.named().get(member) instanceof Rule.Few few
                ? new Rule.Few(scored, few.most(), few.why())
                : scored;
    }

    private static JsonTemplate.Filled template(String name) {
        return JsonTemplate.parse("{\"filter\":{\"" + name + "\":@query}}").fill(Map.of());
    }

    /** Wraps a text query, which is the value of a member, into a constant_score query. */
    JsonEdit around(JsonCursor at) {
        JsonTemplate.Filled template = TEMPLATES.get(String.valueOf(at.name()));
        if (template == null) {
            throw new IllegalStateException("no query of words: " + at.name());
        }
        return around(at, template);
    }

    /**
     * The same for a query in a template.
     *
     * @param template content of {@code constant_score}, with a hole for the value
     */
    JsonEdit around(JsonCursor at, JsonTemplate.Filled template) {
        depth = at.depth();
        boost = null;
        return new JsonEdit.Rename("constant_score", new JsonEdit.Wrap(template, JsonEdit.descend(), this::ending));
    }

    /** Notes the query's boost, which also stays in place. */
    JsonEdit boost(JsonCursor at) {
        int below = at.depth() - depth;
        if (below > 0 && below <= BOOST_DEPTH && !at.isOversized()) {
            boost = at.text();
        }
        return JsonEdit.verbatim();
    }

    private List<JsonMember> ending() {
        Json weight = boost == null ? null : weight(boost);
        depth = NONE;
        boost = null;
        return weight == null ? List.of() : List.of(new JsonMember("boost", weight));
    }

    // As servers read it, also from a string. They refuse the client's own boost if it is none that counts.
    private static @Nullable Json weight(String text) {
        try {
            float value = Float.parseFloat(text);
            if (!Float.isFinite(value) || value < 0) {
                return null;
            }
            return Json.parse(JSON_NUMBER.matcher(text).matches() ? text : Float.toString(value));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
