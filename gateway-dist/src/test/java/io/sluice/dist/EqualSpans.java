package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Random queries for spans, of each type. */
final class EqualSpans {

    /** Whose names are fields, so that no boost can stand beside them. */
    static final Set<String> PLAIN = Set.of("span_term", "span_gap");

    private final EqualDice dice;

    EqualSpans(EqualDice dice) {
        this.dice = dice;
    }

    private ObjectNode spanTerm() {
        return o("span_term", o("tv", dice.word()));
    }

    /** A random query of each type. */
    Map<String, Supplier<ObjectNode>> types() {
        Map<String, Supplier<ObjectNode>> types = new TreeMap<>();
        types.put(
                "span_term", () -> o("tv", dice.in(2) ? o("value", dice.word(), "boost", 2) : o("term", dice.word())));
        types.put(
                "span_multi",
                () -> o(
                        "match",
                        dice.of(o("prefix", o("tv", o("value", "a"))), o("fuzzy", o("tv", o("value", dice.word()))))));
        types.put("span_first", () -> o("match", spanTerm(), "end", dice.between(1, 6)));
        types.put(
                "span_near",
                () -> o(
                        "clauses",
                        a(spanTerm(), dice.of(spanTerm(), o("span_gap", o("tv", 1))), spanTerm()),
                        "slop",
                        dice.below(6),
                        "in_order",
                        dice.in(2)));
        types.put("span_or", () -> o("clauses", a(spanTerm(), spanTerm())));
        types.put("span_not", () -> o("include", spanTerm(), "exclude", spanTerm(), "dist", dice.below(2)));
        types.put(
                "span_containing",
                () -> o(
                        "big",
                        o("span_near", o("clauses", a(spanTerm(), spanTerm()), "slop", 9)),
                        "little",
                        spanTerm()));
        types.put(
                "span_within",
                () -> o(
                        "big",
                        o("span_near", o("clauses", a(spanTerm(), spanTerm()), "slop", 9)),
                        "little",
                        spanTerm()));
        types.put("field_masking_span", () -> o("query", o("span_term", o("t", dice.word())), "field", "tv"));
        types.put("span_field_masking", () -> o("query", o("span_term", o("t", dice.word())), "field", "tv"));
        types.put("span_gap", () -> o("tv", dice.between(1, 2)));
        return types;
    }
}
