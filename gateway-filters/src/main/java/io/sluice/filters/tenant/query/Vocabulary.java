package io.sluice.filters.tenant.query;

import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;

/** What the grammars of requests have in common: scripts, fields, and what a layout allows. For one layout; immutable. */
final class Vocabulary {

    static final Rule FIELD = Rule.to(Reference.FIELD);

    private static final Rule OTHER_DOCUMENTS = Rule.denied("it looks at documents that no filter holds back");

    private final Features features;
    private final Rule script;

    Vocabulary(Features features) {
        this.features = features;
        this.script = features.shared()
                ? Rule.denied("a script may be run on documents that the filter leaves out")
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

    /** A script that stands in the request. */
    Rule script() {
        return script;
    }

    /** An object with scripts. */
    ObjectRule scripted(String... names) {
        return object(script, "script").key(Rule.SCALAR, names);
    }

    /** Something that is safe only where all documents of an index are the tenant's. */
    Rule ownOnly(Rule rule) {
        return features.shared() ? OTHER_DOCUMENTS : rule;
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
        ObjectRule fields = object(index, "_index").others(Reference.FIELD, value);
        String tenantField = features.tenantField();
        return tenantField == null
                ? fields
                : fields.key(id, "_id").key(Rule.denied("there is no such field"), tenantField);
    }

    /** A document, which gets the mark of its tenant where documents of several lie in one index. */
    Rule document() {
        return features.shared()
                ? object().others(Reference.MARK, Rule.ANY).requires(ObjectRule.Required.MARK)
                : Rule.ANY;
    }
}
