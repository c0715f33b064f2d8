package io.sluice.filters.authorize;

import io.sluice.api.Key;
import io.sluice.filters.handle.HandleConfig;
import io.sluice.filters.lines.LogFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of the filter {@code authorize}. */
public record AuthorizeConfig(
        @Key(
                "rules in order; for each index of a request the first one that is about it decides, and without one it is denied")
        List<AuthorizeRule> rules,

        @Key(
                value =
                        "whether aliases, data streams and wildcards are looked up in the cluster; false before a filter that changes names,"
                                + " such as tenant",
                def = "true")
        boolean resolve,

        @Key(value = "whether denied requests are only counted and logged, and go on", def = "false")
        boolean dryRun,

        @Key(
                value =
                        "how ids of scrolls, points in time and asynchronous searches are sealed for the user who opened them",
                def = "{}")
        HandleConfig handles,

        @Key("a file for a JSON line about each denied request; left out: none") @Nullable LogFile audit) {

    public AuthorizeConfig {
        rules = List.copyOf(rules);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("without a rule everything is denied");
        }
    }
}
