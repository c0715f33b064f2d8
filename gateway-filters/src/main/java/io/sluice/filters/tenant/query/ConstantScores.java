package io.sluice.filters.tenant.query;

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
 * Makes the score of each query that finds words a constant, its boost: a server's own score counts how many documents of the index
 * have the word, whosever they are. Queries around such queries add up, choose and weigh as ever. For one body; on its event loop.
 */
final class ConstantScores {

    /** The queries whose scores are computed from the terms of a whole index, or are not known not to be. */
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

    /** Where the score of a query comes from queries inside it, and under which names those stand. */
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

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,20}(?:[.][0-9]{1,20})?(?:[eE]-?[0-9]{1,2})?");

    /** No query of words is open. */
    private static final int NONE = Integer.MAX_VALUE;

    private int depth = NONE;
    private @Nullable String boost;

    /** The grammar of a query whose score counts; completes that of one whose score does not. */
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
                members.forEach(member -> changed.change(member, scored));
                scored.change(name, changed);
            }
        });
        // Hits inside a hit show the scores of their query also where it only chooses.
        if (scored.named().get("nested") instanceof ObjectRule nested) {
            query.change("nested", nested);
        }
        return scored;
    }

    private static JsonTemplate.Filled template(String name) {
        return JsonTemplate.parse("{\"filter\":{\"" + name + "\":@query}}").fill(Map.of());
    }

    /** Puts a query that finds words, which is the value of a member, into one whose score is constant. */
    JsonEdit around(JsonCursor at) {
        JsonTemplate.Filled template = TEMPLATES.get(String.valueOf(at.name()));
        if (template == null) {
            throw new IllegalStateException("no query of words: " + at.name());
        }
        return around(at, template);
    }

    /**
     * The same for a query that stands in a template.
     *
     * @param template what stands in {@code constant_score}, with a hole for the value
     */
    JsonEdit around(JsonCursor at, JsonTemplate.Filled template) {
        depth = at.depth();
        boost = null;
        return new JsonEdit.RenameAnd("constant_score", new JsonEdit.Wrap(template, JsonEdit.descend(), this::ending));
    }

    /** The same for a query that is known already. */
    static Json around(Json query) {
        return Json.parse("{\"constant_score\":{\"filter\":" + query + "}}");
    }

    /** Notes how much the query counts, which stays where it is. */
    JsonEdit boost(JsonCursor at) {
        int below = at.depth() - depth;
        if (below > 0 && below <= BOOST_DEPTH && !at.isOversized()) {
            boost = at.text();
        }
        return JsonEdit.verbatim();
    }

    // The server refuses what is no number where the client has written it.
    private List<JsonMember> ending() {
        String weight = boost;
        depth = NONE;
        boost = null;
        return weight != null && NUMBER.matcher(weight).matches()
                ? List.of(new JsonMember("boost", Json.parse(weight)))
                : List.of();
    }
}
