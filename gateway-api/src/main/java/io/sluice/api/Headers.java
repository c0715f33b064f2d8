package io.sluice.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list of header fields; names are compared without regard to case, order and repetitions are kept. What is given
 * to {@link #with} and {@link #and} is checked: a name must be a token, a value must not contain CR, LF or NUL.
 */
public interface Headers {

    /** No headers. */
    static Headers empty() {
        return HeaderList.EMPTY;
    }

    /** One header. */
    static Headers of(String name, String value) {
        return HeaderList.EMPTY.and(name, value);
    }

    /** The first value under the name, or null. */
    @Nullable String get(String name);

    /** Calls the consumer with every field, in order. */
    void forEach(BiConsumer<String, String> consumer);

    /** How many fields there are. */
    int size();

    default boolean contains(String name) {
        return get(name) != null;
    }

    /** All values under the name, in order. */
    default List<String> all(String name) {
        List<String> values = new ArrayList<>(2);
        forEach((key, value) -> {
            if (key.equalsIgnoreCase(name)) {
                values.add(value);
            }
        });
        return values;
    }

    /** These headers with one set, in the place of all that stood under its name. */
    default Headers with(String name, String value) {
        return HeaderList.copyWith(this, name, value);
    }

    /** These headers with one more at the end. */
    default Headers and(String name, String value) {
        return HeaderList.copyOf(this).and(name, value);
    }

    /** These headers without those under the name. */
    default Headers without(String name) {
        return HeaderList.copyWithout(this, name);
    }
}
