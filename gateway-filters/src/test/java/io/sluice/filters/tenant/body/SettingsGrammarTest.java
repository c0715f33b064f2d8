package io.sluice.filters.tenant.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SettingsGrammarTest {

    private static final String MANY = String.valueOf(Integer.MAX_VALUE);

    /** Switches, words, times and sizes: what a server does not read as a whole number. */
    private static final Set<String> NO_NUMBERS = Set.of(
            "blocks.metadata",
            "blocks.read",
            "blocks.read_only",
            "blocks.read_only_allow_delete",
            "blocks.write",
            "codec",
            "hidden",
            "load_fixed_bitset_filters_eagerly",
            "mapping.coerce",
            "mapping.ignore_malformed",
            "queries.cache.enabled",
            "query.default_field",
            "requests.cache.enable",
            "search.idle.after",
            "soft_deletes.enabled",
            "soft_deletes.retention_lease.period",
            "sort.field",
            "sort.missing",
            "sort.mode",
            "sort.order",
            "store.type",
            "translog.durability",
            "translog.flush_threshold_size",
            "translog.sync_interval");

    @Test
    void boundsEachWholeNumber() {
        Set<String> unbounded = new TreeSet<>();

        addUnbounded("", SettingsGrammar.settings(), unbounded);

        assertThat(unbounded).isEqualTo(new TreeSet<>(NO_NUMBERS));
    }

    private static void addUnbounded(String around, ObjectRule settings, Set<String> unbounded) {
        for (Map.Entry<String, Rule> each : settings.named().entrySet()) {
            String name = (around + each.getKey()).replaceFirst("^index\\.", "");
            switch (each.getValue()) {
                case ObjectRule inner -> addUnbounded(name.equals("index") ? "" : name + ".", inner, unbounded);
                case Rule.Denied denied -> {}
                case Rule.Kept analysis -> {}
                case Rule.Bounded bounded -> {
                    if (bounded.within().test(MANY)) {
                        unbounded.add(name);
                    }
                }
                default -> unbounded.add(name);
            }
        }
    }
}
