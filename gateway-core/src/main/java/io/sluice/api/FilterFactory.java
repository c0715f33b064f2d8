package io.sluice.api;

/**
 * Makes the filters of one type; found by {@link java.util.ServiceLoader} in each plugin directory.
 *
 * <p>Guarantees of the host:
 *
 * <ol>
 *   <li>One factory instance serves the whole process; its public no-argument constructor runs once, off the event loops.
 *   <li>{@link #create} is called once for every place in the configuration that names the type, before any listener accepts.
 *   <li>The configuration passed is complete: unknown keys were refused, defaults filled in and the record's own compact
 *       constructor has accepted it.
 *   <li>Every filter that was created is closed exactly once, after its last exchange completed.
 * </ol>
 *
 * @param <C> the record that the YAML under {@code config} is bound to
 */
public interface FilterFactory<C extends Record> {

    /** The version of this contract; a plugin built against another major version is refused at start-up. */
    int API_VERSION = 1;

    /**
     * The contract version that the plugin was built against: {@code return API_VERSION;}. The compiler writes the number into the
     * plugin, so that another gateway can tell.
     */
    int apiVersion();

    /** The name used in the configuration, in kebab-case ({@code basic-auth}); unique over all plugins. */
    String type();

    /** One line for {@code sluice filters}: what filters of this type do. */
    String description();

    /** The record that {@code config} is bound to; its components carry {@link Key}. */
    Class<C> configType();

    /**
     * Makes one filter. Runs off the event loops and may block, for instance to read a file.
     *
     * @throws IllegalArgumentException if the configuration cannot work; its message is shown to the operator beside the place in
     *     the file
     * @throws java.io.IOException if something that the filter needs cannot be read
     */
    Filter create(C config, FilterContext context) throws java.io.IOException;
}
