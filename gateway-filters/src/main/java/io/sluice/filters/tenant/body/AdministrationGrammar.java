package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.Map;

/**
 * Grammars of index administration: creating, copying and aliasing a tenant's own indices. For one layout; immutable
 * once made.
 */
final class AdministrationGrammar {

    private static final Rule EXPRESSION = Rule.to(Reference.OWN_INDICES);

    private final ObjectRule alias;
    private final ObjectRule aliases;
    private final MappingGrammar mappings;

    AdministrationGrammar(Features features, MappingGrammar mappings) {
        this.mappings = mappings;
        ObjectRule filter = new QueryGrammar(new Vocabulary(features, true)).query();
        this.alias = object(filter, "filter")
                .key(Rule.SCALAR, "routing", "index_routing", "search_routing", "is_write_index", "is_hidden")
                .key(Rule.SCALAR, "indexRouting", "index-routing", "searchRouting", "search-routing");
        this.aliases = object().others(Reference.INDEX, alias);
    }

    Map<BodyKind, Rule> rules() {
        return Map.of(
                BodyKind.NEW_INDEX,
                newIndex(),
                BodyKind.COPIED_INDEX,
                object(SettingsGrammar.settings(), "settings")
                        .key(aliases, "aliases")
                        .key(Rule.SCALAR, "max_shard_size"),
                BodyKind.ROLLOVER,
                newIndex().key(object().others(Rule.SCALAR), "conditions"),
                BodyKind.SETTINGS,
                SettingsGrammar.settings()
                        .key(SettingsGrammar.settings(), "settings")
                        .key(Rule.SCALAR, "preserve_existing"),
                BodyKind.ALIAS,
                alias.copy().key(EXPRESSION, "index", "alias"),
                BodyKind.ALIASES,
                object(action(), "actions"));
    }

    private ObjectRule newIndex() {
        return object(SettingsGrammar.settings(), "settings")
                .key(mappings.mappings(), "mappings")
                .key(aliases, "aliases");
    }

    private ObjectRule action() {
        ObjectRule named =
                object(EXPRESSION, "index", "indices", "alias", "aliases").key(Rule.SCALAR, "must_exist");
        return object(named.copy().keys(alias), "add").key(named, "remove").key(named, "remove_index");
    }
}
