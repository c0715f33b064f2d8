package io.sluice.filters.tenant.body;

import io.sluice.filters.search.DateFormats;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.tenant.grammar.Amounts;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import io.sluice.filters.tenant.names.Analyzers;
import java.util.Arrays;

/** Rules that the request grammars share: scripts, fields, and what a layout allows. For one layout; immutable. */
final class Vocabulary {

    static final Rule FIELD = Rule.to(Reference.FIELD);

    /** A text of the client's own that the answer repeats. */
    static final Rule REPEATED = Rule.within(SearchBounds.REPEATED, SearchBounds.WHY_REPEATED);

    /** The name of a query. */
    static final Rule NAME = new Rule.Measured(
            REPEATED,
            name -> Math.max(SearchBounds.LEAST_NAMED, name.length()),
            new Tally(
                    SearchBounds.MOST_NAMED,
                    100 * SearchBounds.MOST_NAMED,
                    "an answer repeats it for each hit, and there must be " + SearchBounds.NAMED));

    /** The format of what the answer shows for each hit or bucket. */
    static final Rule SHOWN_FORMAT = new Rule.Measured(
            Amounts.of("format"),
            DateFormats::shown,
            new Tally(
                    DateFormats.MOST_SHOWN,
                    10 * DateFormats.MOST_SHOWN,
                    "an answer has a text of this format for each hit or bucket, and long formats of what a search shows"
                            + " must not have more than " + DateFormats.MOST_SHOWN + " characters together"));

    private static final Rule OTHER_DOCUMENTS = Rule.denied("it reads documents that the filter does not restrict");

    private static final String OTHER_TERMS = "it chooses among the terms of all tenants' documents";

    /** Rewrites that use every matching term and score none. */
    private static final String[] REWRITES = {
        "constant_score", "constant_score_auto", "constant_score_filter", "constant_score_blended"
    };

    private static final String[] MATCH_TYPES = {"best_fields", "most_fields", "cross_fields", "phrase"};
    private static final Rule STORED =
            Rule.denied("a stored query must not name an index, because it is shown again as stored");

    private static final Rule LANGUAGE = Rule.oneOf(
            "the compiler of another language calls itself for each level, and a node ends whose stack is used up",
            "painless",
            "knn");

    private static final Rule KEPT = Rule.denied(
            "a search through several aliases has all their filters, and may have few queries of this type");

    private final Features features;
    private final boolean kept;
    private final Rule script;

    Vocabulary(Features features) {
        this(features, false);
    }

    /** @param kept whether queries are not executed, but stored by the cluster and shown again */
    Vocabulary(Features features, boolean kept) {
        this.features = features;
        this.kept = kept;
        this.script = switch (features) {
            case Features.IndexPerTenant unused ->
                object(Rule.SCALAR, "source", "inline")
                        .key(LANGUAGE, "lang")
                        .key(Rule.ANY, "params", "options")
                        .key(Rule.denied("stored scripts belong to no tenant"), "id", "stored", "file")
                        .orElse(Rule.SCALAR);
            case Features.Shared unused -> Rule.denied("a script may be run on documents that the filter leaves out");
            case Features.Nested unused ->
                Rule.denied("a script names fields in a language that the gateway does not parse");
        };
    }

    /** A document that is made up for a request, and not stored. */
    static ObjectRule made() {
        ObjectRule document = object().orElse(Rule.ANY);
        return document.others(Reference.PART, document).isOfPath();
    }

    Features features() {
        return features;
    }

    static ObjectRule object() {
        return new ObjectRule();
    }

    static ObjectRule object(Rule rule, String... names) {
        return new ObjectRule().key(rule, names);
    }

    /**
     * A script that updates a document: an inline one if the layout allows scripts, or a stored one that the operator
     * approved.
     */
    Rule updateScript() {
        Rule id = features.scripts().isEmpty()
                ? Rule.denied("no stored script is approved")
                : new Rule.OneOf(features.scripts(), "the operator has not approved it");
        if (script instanceof ObjectRule here) {
            return here.copy().change("id", id);
        }
        return object(id, "id")
                .key(Rule.ANY, "params")
                .key(script, "source", "inline", "lang", "options", "stored", "file")
                .orElse(script);
    }

    /** An inline script. */
    Rule script() {
        return script;
    }

    /** The name of an index in a query. */
    Rule index() {
        return asked(Rule.to(Reference.INDEX));
    }

    /** A value that a query compares with index names. */
    Rule indexValue() {
        return asked(Rule.to(Reference.INDEX_VALUE));
    }

    /** A value that a query has index names begin with. */
    Rule indexBeginning() {
        return asked(Rule.to(Reference.INDEX_BEGINNING));
    }

    /** A query of which a search may have a few: the filters of many aliases would be in one search. */
    Rule dear(Rule rule) {
        return kept ? KEPT : rule;
    }

    /** A rule for executed queries, which denies the element in stored ones. */
    Rule asked(Rule rule) {
        return kept ? STORED : rule;
    }

    /** An object with scripts. */
    ObjectRule scripted(String... names) {
        return object(script, "script").key(Rule.SCALAR, names);
    }

    /** The boost of a query. */
    Rule boost() {
        return features.constantScores() ? Rule.to(Reference.BOOST) : Rule.SCALAR;
    }

    /** Allows something only if the request may see all documents of an index. */
    Rule ownOnly(Rule rule) {
        return features.filtered() ? OTHER_DOCUMENTS : rule;
    }

    /** A switch that may be on only if the request may see all documents of an index. */
    Rule ownSwitch(String why) {
        return features.filtered() ? Rule.oneOf(why, "false") : Rule.SCALAR;
    }

    /** A switch that may be on only if scores are the server's own, because it reveals the scores of inner queries. */
    Rule innerScores() {
        return features.constantScores() ? Rule.oneOf("scores are constant here", "false") : Rule.SCALAR;
    }

    /** Whether a text has no syntax: the fields that it seems to name are words then. */
    Rule escaped() {
        return features.renamesFields()
                ? Rule.oneOf(
                        "the text is read for the names of fields, which would be words; `match` looks for words",
                        "false")
                : Rule.SCALAR;
    }

    /**
     * The {@code min_score} of a function. To find the next match, a server computes the function for documents that no
     * filter has passed, and its errors reveal their values.
     */
    Rule leastScore() {
        return features.shared() ? Rule.denied("the function would be computed for others' documents") : Rule.SCALAR;
    }

    /** Allows something only if no other tenant's documents or fields are in the same index. */
    Rule ownTenant(Rule rule) {
        return features.shared() ? OTHER_DOCUMENTS : rule;
    }

    /** Restricts features for which a server selects terms of an index before any filter applies. */
    Rule ownTerms(Rule rule) {
        return features.shared() ? Rule.denied(OTHER_TERMS) : rule;
    }

    /**
     * A query on term positions. If a field has no positions, or another part of the query has no terms, it fails if
     * any document of the index has the term.
     */
    Rule places(Rule rule) {
        return features.shared() ? Rule.denied("it may fail where others have the term") : rule;
    }

    /**
     * A query on fields whose norms must agree. Whether they do depends on which of them have values in any document.
     */
    Rule norms(Rule rule) {
        return features.shared() ? Rule.denied("it fails where others have values in a field without norms") : rule;
    }

    /** How a multi-term query is rewritten to its terms. */
    Rule rewrite() {
        return features.shared() ? Rule.oneOf(OTHER_TERMS, REWRITES) : Rule.SCALAR;
    }

    /** The text of a query in a language that has fuzzy terms. */
    Rule exactText(Rule rule) {
        return features.shared() ? Rule.to(Reference.EXACT_TEXT) : rule;
    }

    /** The {@code flags} of such a language. */
    Rule syntax() {
        return features.shared() ? Rule.to(Reference.SYNTAX) : Rule.SCALAR;
    }

    /** Types of multi-field matches for which a server selects no terms; {@code more} are further types. */
    Rule matchType(String... more) {
        String[] types = Arrays.copyOf(MATCH_TYPES, MATCH_TYPES.length + more.length);
        System.arraycopy(more, 0, types, MATCH_TYPES.length, more.length);
        return features.shared() ? Rule.oneOf(OTHER_TERMS, types) : Rule.SCALAR;
    }

    /**
     * A match whose last word may be a prefix. If an analyzer gives several words for one, a server uses only the first
     * terms of the index with the prefix, unless it may use all.
     */
    ObjectRule allExpansions(ObjectRule match) {
        return features.shared()
                ? expanding(match).requires(ObjectRule.Required.EXPANSIONS).orElse(Rule.to(Reference.PREFIX_TEXT))
                : match;
    }

    /** The same, if the type of a match determines whether its last word may be a prefix. */
    ObjectRule allExpansionsOfType(ObjectRule match) {
        return features.shared()
                ? expanding(match).requires(ObjectRule.Required.TYPE).requires(ObjectRule.Required.EXPANSIONS_OF_TYPE)
                : match;
    }

    /**
     * A query with bounds. If no document of a shard, of any tenant, lies within them, servers drop the query and all
     * that must match together with it, including its errors.
     */
    Rule bounds(ObjectRule range) {
        return features.shared() ? new Rule.Whole(Frame.BOUNDS, range) : range;
    }

    /**
     * Up to how many hits are counted: in shared indices all of them, see {@link HitTotals}.
     */
    Rule total() {
        return features.shared() ? Rule.to(Reference.TOTAL) : Rule.SCALAR;
    }

    /**
     * After how many hits a search ends. It is left out of searches of shared indices: how far servers look at hits, and whether they say
     * that they ended early, depends on others' documents in too many ways.
     */
    Rule earlyEnd() {
        return features.shared() ? Rule.LEFT_OUT : Rule.SCALAR;
    }

    /**
     * The least score of a hit. OpenSearch counts some values of aggregations from the statistics of a segment, whatever the score; it
     * depends on others' documents whether it does.
     */
    Rule leastScoreOfHits() {
        return features.constantScores()
                ? Rule.denied("scores are constant here, and aggregations beside it would tell of others' documents")
                : Rule.SCALAR;
    }

    /** The routing of documents. */
    Rule routing() {
        return features.routed() ? Rule.denied("the tenant's name is the routing in this layout") : Rule.SCALAR;
    }

    /** The path of nested objects, in the object that searches them. */
    Rule nestedPath() {
        return features.filtered() ? Rule.to(Reference.NESTED_PATH) : FIELD;
    }

    /** The path of nested objects, in an object inside the one that searches them. */
    Rule outerNestedPath() {
        return features.filtered() ? Rule.to(Reference.OUTER_NESTED_PATH) : FIELD;
    }

    /** The path of nested objects that an aggregation leads back to. */
    Rule pathBack() {
        return features.filtered() ? Rule.to(Reference.PATH_BACK) : FIELD;
    }

    /** The type of highlighter; {@code fvh} uses only the first matching terms of the index. */
    Rule highlighter() {
        return features.shared() ? Rule.oneOf(OTHER_TERMS, "unified", "plain") : Rule.SCALAR;
    }

    /**
     * An aggregation that Elasticsearch counts by filters if a shard has many documents, of whichever tenant; it fails only then if the
     * field cannot read a bound.
     */
    Rule countedRanges(Rule rule) {
        return features.ranges()
                ? rule
                : Rule.denied("its errors tell how many documents a shard has; the operator must accept it");
    }

    /** The hits of groups, which a server finds by searches of its own that count no more than 10,000 hits. */
    Rule hitsOfGroups(Rule rule) {
        return features.shared() ? Rule.denied("its totals tell whether others have a word") : rule;
    }

    /** A query that fails where a field has no doc values, unless no document of a segment matches what stands before it. */
    Rule distance(Rule rule) {
        return features.shared() ? Rule.denied("whether it fails may tell whether others have a word") : rule;
    }

    /**
     * An order of hits within hits by nested objects: seen from a nested object, what lies before the tenant's first one is taken for its
     * children, and that is the document of another.
     */
    Rule orderOfInnerHits(Rule rule) {
        return features.shared() ? Rule.denied("it would show values of others' documents") : rule;
    }

    /** An order by objects in objects, which fails if the filter of the outer ones matches any document of a segment. */
    Rule innerOrder(Rule rule) {
        return features.shared()
                ? Rule.denied("whether it fails would tell whether others have a word; say the inner path alone")
                : rule;
    }

    /**
     * The analyzer of a text. With one that makes several words of one, phrases fail in a field without positions, unless no document of a
     * segment has the word.
     */
    Rule analyzer() {
        return features.shared()
                ? Rule.oneOf(
                        "with one of the index's own, errors may tell whether others have a word",
                        Analyzers.PLAIN.toArray(String[]::new))
                : Rule.SCALAR;
    }

    private static ObjectRule expanding(ObjectRule match) {
        return match.copy().change("max_expansions", Rule.to(Reference.EXPANSIONS));
    }

    /** A query that searches all fields if it names none. */
    ObjectRule named(ObjectRule rule) {
        return features.joinsIndices()
                ? rule.requires(ObjectRule.Required.FIELDS)
                        .requires(ObjectRule.Required.ALL_FIELDS)
                        .requires(ObjectRule.Required.LENIENT)
                : rule;
    }

    /** An object whose names are fields. */
    ObjectRule fields(Rule value) {
        return fields(value, Rule.denied("_index can be compared in term, terms, match, prefix and wildcard only"));
    }

    /** An object whose names are fields, with a separate rule for {@code _index}. */
    ObjectRule fields(Rule value, Rule index) {
        return fields(value, index, Rule.denied("_id can be compared in ids, term and terms only"));
    }

    /** An object whose names are fields, with separate rules for {@code _index} and, if ids are scoped, {@code _id}. */
    ObjectRule fields(Rule value, Rule index, Rule id) {
        return switch (features) {
            case Features.IndexPerTenant unused -> object(index, "_index").others(Reference.FIELD, value);
            case Features.Shared shared ->
                object(index, "_index")
                        .others(Reference.FIELD, value)
                        .key(id, "_id")
                        .key(Rule.denied("there is no such field"), shared.tenantField());
            case Features.Nested unused -> object(id, "_id").others(Reference.FIELD, value);
        };
    }

    /** An object whose names are those of fields that are computed when they are read. */
    ObjectRule computedFields(Rule value) {
        return fields(value).others(Reference.COMPUTED_FIELD, value);
    }

    /** A document, which gets its tenant's mark in shared indices, or is wrapped in the nested layout. */
    Rule document() {
        return switch (features) {
            case Features.IndexPerTenant unused -> Rule.ANY;
            case Features.Shared unused ->
                object().others(Reference.MARK, Rule.ANY).requires(ObjectRule.Required.MARK);
            case Features.Nested unused -> new Rule.Whole(Frame.DOCUMENT, object().others(Reference.MEMBER, Rule.ANY));
        };
    }
}
