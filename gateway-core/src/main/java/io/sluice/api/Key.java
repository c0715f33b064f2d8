package io.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a component of a configuration record: what the key means and what holds when it is left out. It is the source of
 * {@code sluice filters}, of the JSON schema and of the defaults.
 *
 * <p>A component without {@link #def} is required, unless its type is {@code @Nullable} (left out: null), a list or a map (left
 * out: empty).
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {

    /** One line: what the key does, with its unit. */
    String value();

    /** The default as it would be written in YAML ({@code 30s}, {@code 64MiB}, {@code true}); empty for none. */
    String def() default "";
}
