package io.sluice.filters.tenant.mapping;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads values of mappings and settings as servers show them: booleans and numbers may be texts. */
final class Described {

    private Described() {}

    /**
     * The members of an object; none if it is not there.
     *
     * @throws IllegalArgumentException if the value is no object
     */
    static Map<?, ?> object(@Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("the mapping is not understood: expected an object, not " + value);
    }

    /** The values of a list, or the one value. */
    static List<?> list(@Nullable Object value) {
        return value == null ? List.of() : value instanceof List<?> several ? several : List.of(value);
    }

    static boolean isTrue(@Nullable Object value) {
        return value != null && value.toString().equals("true");
    }

    static boolean isFalse(@Nullable Object value) {
        return value != null && value.toString().equals("false");
    }

    /** Whether the value is a whole number, as such or as a text, of at least this size. */
    static boolean isAtLeast(@Nullable Object value, int least) {
        return value != null && value.toString().matches("\\d{1,18}") && Long.parseLong(value.toString()) >= least;
    }
}
