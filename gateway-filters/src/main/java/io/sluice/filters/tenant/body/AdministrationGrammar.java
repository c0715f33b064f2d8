package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import java.util.Map;

/**
 * Grammars of index administration: creating, copying and aliasing a tenant's own indices. For one layout; immutable
 * once made.
 */
final class AdministrationGrammar {

    private static final int MOST_NAMES = 100;
    private static final int MOST_ACTIONS = 1000;

    private static final Rule EXPRESSION = new Rule.Measured(
            Rule.to(Reference.OWN_INDICES),
            text -> text.indexOf('*') < 0 && !text.equals("_all") ? 0 : 1,
            names("a server does so for each index that a wildcard finds, and there must be at most " + MOST_NAMES
                    + " names with one"));

    /** A server makes each alias of a list for each index of a list: 10 times 10,000 kept the cluster's manager for minutes. */
    private static final Rule LISTED = new Rule.Tallied(
            EXPRESSION,
            names("the lists of indices and aliases must not have more than " + MOST_NAMES + " names together"));

    /** A server keeps a copy of it in the state of the cluster for each alias of each index. */
    private static final Rule.Content FILTERS = MappingGrammar.content("filters of aliases", 1000, 10_000);

    private final ObjectRule alias;
    private final ObjectRule aliases;
    private final MappingGrammar mappings;

    AdministrationGrammar(Features features, MappingGrammar mappings) {
        this.mappings = mappings;
        Rule filter = new Rule.Kept(new QueryGrammar(new Vocabulary(features, true)).query(), FILTERS);
        this.alias = object(filter, "filter")
                .key(Rule.SCALAR, "routing", "index_routing", "search_routing", "is_write_index", "is_hidden")
                .key(Rule.SCALAR, "indexRouting", "index-routing", "searchRouting", "search-routing");
        String why = "a request must not have more than " + MOST_ACTIONS + " aliases";
        this.aliases = object().others(Reference.INDEX, alias).atMost(new Tally(MOST_ACTIONS, MOST_ACTIONS, why));
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
        ObjectRule named = object(EXPRESSION, "index", "alias")
                .key(LISTED, "indices", "aliases")
                .key(Rule.SCALAR, "must_exist");
        String why = "a request must not have more than " + MOST_ACTIONS + " actions on aliases";
        return object(named.copy().keys(alias), "add")
                .key(named, "remove")
                .key(named, "remove_index")
                .atMost(new Tally(MOST_ACTIONS, MOST_ACTIONS, why));
    }

    private static Tally names(String why) {
        return new Tally(MOST_NAMES, MOST_NAMES, why);
    }
}
