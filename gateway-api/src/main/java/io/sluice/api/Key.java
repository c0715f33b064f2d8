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
 * out: empty). A component's type is one of:
 *
 * <ul>
 *   <li>{@code boolean}, {@code int}, {@code long}, {@code double}, {@link String}, an enum (written in lower case, {@code _} or
 *       {@code -} between words), {@link java.time.Duration} ({@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}),
 *       {@link ByteSize}, {@link java.nio.file.Path} (relative to the configuration file), {@link java.net.URI},
 *       {@link CidrBlock}, {@link PathPattern}, {@link java.util.regex.Pattern} (of the same text it is the same one),
 *       {@link Secret}, {@link ClusterName}
 *   <li>a record of such components, a {@link java.util.List} of such types, a {@link java.util.Map} from one of the types above to
 *       such a type
 *   <li>a sealed interface of records, written as a mapping with exactly one key: the name of one of the records in camelCase. What
 *       stands under it is that record, or, where the record has one component only, that component: {@code sealed interface Rule},
 *       {@code record Any(List<Rule> rules)}, {@code record Method(String name)} read
 *       {@code any: [method: GET, method: HEAD]}
 *   <li>{@link Json}: any value, as JSON
 * </ul>
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {

    /** One line: what the key does, with its unit. */
    String value();

    /** The default as it would be written in YAML ({@code 30s}, {@code 64MiB}, {@code true}); empty for none. */
    String def() default "";

    /**
     * Whether a list or a map that is given must have an entry: for a key that, left out, means all or a choice of the gateway's own. An empty list
     * would read as none, and mean the opposite.
     */
    boolean some() default false;

    /**
     * Whether the clusters that the component names are only asked by the filter ({@link FilterContext#asked}): requests of its flow do not go
     * there because of it.
     */
    boolean asked() default false;

    /**
     * Whether what is in the file that the component names counts as configuration, as it is read when the filter is made, and not again: a reload
     * makes the filter anew where that has changed. For a small file that only the operator writes, such as one with certificates.
     */
    boolean content() default false;
}
