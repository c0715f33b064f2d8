package io.sluice.filters.jsonedit;

import io.sluice.api.Json;
import io.sluice.api.JsonRule;
import io.sluice.api.Key;

/**
 * One edit of a JSON body. A path is a JSON pointer (RFC 6901) in which the segment {@code *} stands for every member or element;
 * it addresses the body as it arrives, whatever other edits do.
 */
public sealed interface Edit {

    /** Where the edit applies. */
    String path();

    /** Sets a value, whether or not one exists. Missing objects on the path are created, array elements are not. */
    record Set(
            @Key("JSON pointer, * for every member or element")
            String path,

            @Key("the value, any JSON") Json value) implements Edit {}

    /** Removes the value together with its name. */
    record Remove(
            @Key("JSON pointer, * for every member or element")
            String path) implements Edit {}

    /** Replaces an existing value. */
    record Replace(
            @Key("JSON pointer, * for every member or element")
            String path,

            @Key("the value, any JSON") Json value) implements Edit {}

    /** Gives a member another name. A body that has both names is refused. */
    record Rename(
            @Key("JSON pointer to a member, * for every member or element on the way")
            String path,

            @Key("the new name") String to)
            implements Edit {}

    /** The rule of the API that does this. */
    default JsonRule rule() {
        return switch (this) {
            case Set set -> new JsonRule.Set(set.path, set.value);
            case Remove remove -> new JsonRule.Remove(remove.path);
            case Replace replace -> new JsonRule.Replace(replace.path, replace.value);
            case Rename rename -> new JsonRule.Rename(rename.path, rename.to);
        };
    }
}
