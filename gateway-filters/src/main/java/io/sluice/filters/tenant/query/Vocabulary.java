package io.sluice.filters.tenant.query;

import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;

/** What the grammars of requests have in common: scripts and fields. */
final class Vocabulary {

    static final Rule FIELD = Rule.to(Reference.FIELD);

    /** A script that stands in the request. */
    static final Rule SCRIPT = object(Rule.SCALAR, "source", "inline", "lang")
            .key(Rule.ANY, "params", "options")
            .key(Rule.denied("stored scripts belong to nobody"), "id", "stored", "file")
            .orElse(Rule.SCALAR);

    private Vocabulary() {}

    static ObjectRule object() {
        return new ObjectRule();
    }

    static ObjectRule object(Rule rule, String... names) {
        return new ObjectRule().key(rule, names);
    }

    /** An object with scripts. */
    static ObjectRule scripted(String... names) {
        return object(SCRIPT, "script").key(Rule.SCALAR, names);
    }

    /** An object whose names are fields. */
    static ObjectRule fields(Rule value) {
        return fields(value, Rule.denied("_index can be compared in term, terms, match, prefix and wildcard only"));
    }

    /** An object whose names are fields, and what may stand under {@code _index}. */
    static ObjectRule fields(Rule value, Rule index) {
        return object(index, "_index").others(Reference.FIELD, value);
    }
}
