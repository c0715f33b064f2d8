package io.sluice.filters.queryguard;

import io.sluice.api.Key;
import java.util.List;

/** The rules of the filter {@code query-guard}. */
public record QueryGuardConfig(
        @Key("the limits; each applies to the requests that its condition means")
        List<GuardRule> rules) {

    public QueryGuardConfig {
        rules = List.copyOf(rules);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("a guard needs a rule");
        }
    }
}
