package io.sluice.filters.tenant.query;

import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.Arrays;

/** What the grammars of requests have in common: scripts, fields, and what a layout allows. For one layout; immutable. */
final class Vocabulary {

    static final Rule FIELD = Rule.to(Reference.FIELD);

    private static final Rule OTHER_DOCUMENTS = Rule.denied("it looks at documents that no filter holds back");

    private static final String OTHER_TERMS = "it chooses among the terms of all tenants' documents";

    /** These take each term that fits, and score none. */
    private static final String[] REWRITES = {
        "constant_score", "constant_score_auto", "constant_score_filter", "constant_score_blended"
    };

    private static final String[] MATCH_TYPES = {"best_fields", "most_fields", "cross_fields", "phrase"};
    private static final Rule STORED =
            Rule.denied("a query that is kept names no index, since it is shown again as it was kept");

    private final Features features;
    private final boolean kept;
    private final Rule script;

    Vocabulary(Features features) {
        this(features, false);
    }

    /** @param kept whether queries are not asked, but kept by the cluster and shown again */
    Vocabulary(Features features, boolean kept) {
        this.features = features;
        this.kept = kept;
        this.script = features.shared()
                ? Rule.denied("a script may be run on documents that the filter leaves out")
                : features.nested()
                        ? Rule.denied("a script names fields in a language that is not read")
                        : object(Rule.SCALAR, "source", "inline", "lang")
                                .key(Rule.ANY, "params", "options")
                                .key(Rule.denied("stored scripts belong to nobody"), "id", "stored", "file")
                                .orElse(Rule.SCALAR);
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

    /** A script that updates a document: one that stands in the request where scripts may, or a stored one that the operator has approved of. */
    Rule updateScript() {
        Rule id = features.scripts().isEmpty()
                ? Rule.denied("no stored script is approved of")
                : new Rule.OneOf(features.scripts(), "the operator has not approved of it");
        if (script instanceof ObjectRule here) {
            return here.copy().change("id", id);
        }
        return object(id, "id")
                .key(Rule.ANY, "params")
                .key(script, "source", "inline", "lang", "options", "stored", "file")
                .orElse(script);
    }

    /** A script that stands in the request. */
    Rule script() {
        return script;
    }

    /** The name of an index in a query. */
    Rule index() {
        return asked(Rule.to(Reference.INDEX));
    }

    /** What a query compares with names of indices. */
    Rule indexValue() {
        return asked(Rule.to(Reference.INDEX_VALUE));
    }

    /** What may stand in a query that is asked, and in none that is kept. */
    Rule asked(Rule rule) {
        return kept ? STORED : rule;
    }

    /** An object with scripts. */
    ObjectRule scripted(String... names) {
        return object(script, "script").key(Rule.SCALAR, names);
    }

    /** How much a query counts. */
    Rule boost() {
        return features.constantScores() ? Rule.to(Reference.BOOST) : Rule.SCALAR;
    }

    /** Something that is right only where all documents of an index are those that a request is about. */
    Rule ownOnly(Rule rule) {
        return features.filtered() ? OTHER_DOCUMENTS : rule;
    }

    /** A switch that may be on only where all documents of an index are those that a request is about. */
    Rule ownSwitch(String why) {
        return features.filtered() ? Rule.oneOf(why, "false") : Rule.SCALAR;
    }

    /** A switch that may be on only where scores are a server's own: it tells those of queries inside others. */
    Rule innerScores() {
        return features.constantScores() ? Rule.oneOf("scores are constant here", "false") : Rule.SCALAR;
    }

    /**
     * The least score that a function may give. A server that goes on to the next match looks for one by computing the function for
     * documents that no filter has let through, and an error of it shows their values.
     */
    Rule leastScore() {
        return features.shared() ? Rule.denied("the function would be computed for others' documents") : Rule.SCALAR;
    }

    /** Something that is safe only where no tenant's documents lie beside another's, or beside fields of another's. */
    Rule ownTenant(Rule rule) {
        return features.shared() ? OTHER_DOCUMENTS : rule;
    }

    /** Something for which a server chooses among the terms of an index before any filter has a say. */
    Rule ownTerms(Rule rule) {
        return features.shared() ? Rule.denied(OTHER_TERMS) : rule;
    }

    /**
     * A query for the places of terms. Where a field has none, or where another part of the query has no terms, it fails if any document
     * of the index has the term.
     */
    Rule places(Rule rule) {
        return features.shared() ? Rule.denied("it may fail where others have the term") : rule;
    }

    /** A query for fields whose norms must be alike. Whether they are depends on which of them have values in any document. */
    Rule norms(Rule rule) {
        return features.shared() ? Rule.denied("it fails where others have values in a field without norms") : rule;
    }

    /** How a query for all terms of a form is made one for each of them. */
    Rule rewrite() {
        return features.shared() ? Rule.oneOf(OTHER_TERMS, REWRITES) : Rule.SCALAR;
    }

    /** The text of a query in a language that has fuzzy terms. */
    Rule exactText(Rule rule) {
        return features.shared() ? Rule.to(Reference.EXACT_TEXT) : rule;
    }

    /** What of such a language counts. */
    Rule syntax() {
        return features.shared() ? Rule.to(Reference.SYNTAX) : Rule.SCALAR;
    }

    /** How several fields are looked in, where a server chooses no terms; {@code more} are further ways. */
    Rule matchType(String... more) {
        String[] types = Arrays.copyOf(MATCH_TYPES, MATCH_TYPES.length + more.length);
        System.arraycopy(more, 0, types, MATCH_TYPES.length, more.length);
        return features.shared() ? Rule.oneOf(OTHER_TERMS, types) : Rule.SCALAR;
    }

    /**
     * A match whose last word may be a prefix. Where an analyzer gives several words for one, a server takes the first terms of the
     * index with the prefix, unless it may take all.
     */
    ObjectRule allExpansions(ObjectRule match) {
        return features.shared()
                ? expanding(match).requires(ObjectRule.Required.EXPANSIONS).orElse(Rule.to(Reference.PREFIX_TEXT))
                : match;
    }

    /** The same where the type of a match says whether its last word may be a prefix. */
    ObjectRule allExpansionsOfType(ObjectRule match) {
        return features.shared()
                ? expanding(match).requires(ObjectRule.Required.TYPE).requires(ObjectRule.Required.EXPANSIONS_OF_TYPE)
                : match;
    }

    /**
     * A comparison with bounds. Where no document of a shard lies within them, whosever it is, servers drop the query and all that has
     * to match beside it, with its errors.
     */
    Rule bounds(ObjectRule range) {
        return features.shared() ? new Rule.Whole(Frame.BOUNDS, range) : range;
    }

    /**
     * Up to how many hits are counted. Where none are, servers leave out shards in which no document, whosever it is, comes behind
     * the last hit of before.
     */
    Rule total() {
        return features.shared() ? Rule.to(Reference.TOTAL) : Rule.SCALAR;
    }

    /**
     * After how many hits a search ends. A server that need not look at hits counts all of them instead, where the segment's statistics
     * tell how many there are: it depends on the others' documents whether they do.
     */
    Rule earlyEnd() {
        return features.shared() ? Rule.to(Reference.EARLY_END) : Rule.SCALAR;
    }

    /** The field of which distinct values are counted by an aggregation that stands in no other one. */
    Rule distinctField() {
        return features.shared() ? Rule.to(Reference.DISTINCT_FIELD) : FIELD;
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

    /** The path of nested objects, in the object that looks among them. */
    Rule nestedPath() {
        return features.filtered() ? Rule.to(Reference.NESTED_PATH) : FIELD;
    }

    /** The path of nested objects, in an object in the one that looks among them. */
    Rule outerNestedPath() {
        return features.filtered() ? Rule.to(Reference.OUTER_NESTED_PATH) : FIELD;
    }

    /** The path of nested objects that an aggregation leads back to. */
    Rule pathBack() {
        return features.filtered() ? Rule.to(Reference.PATH_BACK) : FIELD;
    }

    /** What finds words in the documents that were found; {@code fvh} looks for the first terms of the index that fit. */
    Rule highlighter() {
        return features.shared() ? Rule.oneOf(OTHER_TERMS, "unified", "plain") : Rule.SCALAR;
    }

    private static ObjectRule expanding(ObjectRule match) {
        return match.copy().change("max_expansions", Rule.to(Reference.EXPANSIONS));
    }

    /** Something that looks in all fields where it names none. */
    ObjectRule named(ObjectRule rule) {
        return features.nested()
                ? rule.requires(ObjectRule.Required.FIELDS)
                        .requires(ObjectRule.Required.ALL_FIELDS)
                        .requires(ObjectRule.Required.LENIENT)
                : rule;
    }

    /** An object whose names are fields. */
    ObjectRule fields(Rule value) {
        return fields(value, Rule.denied("_index can be compared in term, terms, match, prefix and wildcard only"));
    }

    /** An object whose names are fields, and what may stand under {@code _index}. */
    ObjectRule fields(Rule value, Rule index) {
        return fields(value, index, Rule.denied("_id can be compared in ids, term and terms only"));
    }

    /** An object whose names are fields, and what may stand under {@code _index} and, where ids are scoped, {@code _id}. */
    ObjectRule fields(Rule value, Rule index, Rule id) {
        if (features.nested()) {
            return object(id, "_id").others(Reference.FIELD, value);
        }
        ObjectRule fields = object(index, "_index").others(Reference.FIELD, value);
        String tenantField = features.tenantField();
        return tenantField == null
                ? fields
                : fields.key(id, "_id").key(Rule.denied("there is no such field"), tenantField);
    }

    /** A document, which gets the mark of its tenant where documents of several lie in one index. */
    Rule document() {
        if (features.nested()) {
            return new Rule.Whole(Frame.DOCUMENT, object().others(Reference.MEMBER, Rule.ANY));
        }
        return features.shared()
                ? object().others(Reference.MARK, Rule.ANY).requires(ObjectRule.Required.MARK)
                : Rule.ANY;
    }
}
