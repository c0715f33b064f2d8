package io.sluice.filters.access;

import io.sluice.api.Key;
import java.util.List;

/** The rules of the filter {@code access}. */
public record AccessConfig(
        @Key("rules in order, the first one that matches decides")
        List<AccessRule> rules,

        @Key("allow or deny: the decision for a request that no rule matches")
        Decision otherwise) {

    public AccessConfig {
        rules = List.copyOf(rules);
    }
}
