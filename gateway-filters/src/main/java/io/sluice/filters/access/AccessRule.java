package io.sluice.filters.access;

import io.sluice.api.Key;
import io.sluice.filters.match.Condition;

/** Decides about requests that match a condition. */
public sealed interface AccessRule {

    /** The requests that the rule decides about. */
    Condition when();

    /** Lets them through. */
    record Allow(@Key("which requests are allowed") Condition when) implements AccessRule {}

    /** Refuses them. */
    record Deny(@Key("which requests are refused") Condition when) implements AccessRule {}
}
