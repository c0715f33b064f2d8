package io.sluice.api;

/**
 * Makes the routers of one type, which {@code relay.bulk.groupBy} names; found by {@link java.util.ServiceLoader} in each plugin
 * directory.
 *
 * <p>Guarantees of the host:
 *
 * <ol>
 *   <li>One factory instance serves the whole process; its public no-argument constructor runs once, off the event loops.
 *   <li>{@link #create} is called once for every flow that names the type, before any listener accepts.
 *   <li>The configuration passed is complete: unknown keys were refused, defaults filled in and the record's own compact
 *       constructor has accepted it.
 * </ol>
 *
 * @param <C> the record that the YAML under {@code relay.bulk.config} is bound to
 */
public interface BulkRouterFactory<C extends Record> {

    /** The version of this contract; a plugin built against another major version is refused at start-up. */
    int API_VERSION = FilterFactory.API_VERSION;

    /**
     * The contract version that the plugin was built against: {@code return API_VERSION;}. The compiler writes the number into the
     * plugin, so that another gateway can tell.
     */
    int apiVersion();

    /** The name used in the configuration, in kebab-case ({@code shard}); unique among the routers of all plugins. */
    String type();

    /** One line for {@code sluice filters}: how routers of this type group. */
    String description();

    /** The record that {@code relay.bulk.config} is bound to; its components carry {@link Key}. */
    Class<C> configType();

    /**
     * Makes one router. Runs off the event loops and may block, for instance to read a file.
     *
     * @throws IllegalArgumentException if the configuration cannot work; its message is shown to the operator beside the place in
     *     the file
     * @throws java.io.IOException if something that the router needs cannot be read
     */
    BulkRouter create(C config, RouterContext context) throws java.io.IOException;
}
