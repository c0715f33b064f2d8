package io.sluice.filters.access;

import io.sluice.api.Key;
import io.sluice.filters.match.Condition;

/** Decides about what a condition holds for. */
public sealed interface AccessRule {

    /** Which requests the rule decides about. */
    Condition when();

    /** Lets them through. */
    record Allow(@Key("which requests may go on") Condition when) implements AccessRule {}

    /** Refuses them. */
    record Deny(@Key("which requests are refused") Condition when) implements AccessRule {}
}
