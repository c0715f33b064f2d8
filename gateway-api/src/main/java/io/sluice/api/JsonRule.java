package io.sluice.api;

import java.util.function.Function;

/**
 * What becomes of the values at some place of a JSON body. The place is a JSON pointer (RFC 6901) in which the segment {@code *} stands
 * for every member or element, as in {@code /docs/*}. Combined by {@link JsonRules}.
 */
public sealed interface JsonRule {

    /** Where the rule applies. */
    String pointer();

    /** Sets a value, whether or not one exists. Missing objects on the way are created, array elements are not. */
    record Set(String pointer, Json value) implements JsonRule {}

    /** Removes the value together with its name. */
    record Remove(String pointer) implements JsonRule {}

    /** Replaces an existing value. */
    record Replace(String pointer, Json value) implements JsonRule {}

    /** Gives a member another name. A body that has both names is refused. */
    record Rename(String pointer, String to) implements JsonRule {}

    /**
     * Decides about an existing value: called for an object or array at its opening bracket, for a scalar once it is complete, on the
     * exchange's event loop. The cursor is lent for the call. {@link JsonEdit#keep} leaves the value to the rules below it. An
     * IllegalArgumentException, such as {@link JsonCursor#asLong} throws, refuses the body with its message.
     */
    record Decide(String pointer, Function<JsonCursor, JsonEdit> decision) implements JsonRule {}
}
