package io.sluice.filters.authorize;

import org.jspecify.annotations.Nullable;

/**
 * What is denied to a request.
 *
 * @param index a name, or an expression of indices; null if it concerns none
 * @param rule the position of the rule that denies it; -1 if none allows it
 */
record Denial(EndpointClass kind, @Nullable String index, int rule) {

    /** For the client: what was asked for, nothing of the rules. */
    String reason() {
        return "the gateway does not allow [" + kind.label() + "]" + (index == null ? "" : " of [" + index + "]");
    }
}
