package io.sluice.api;

/**
 * What plugins bring: factories of filters, of bulk routers and of queues, found by {@link java.util.ServiceLoader} in each plugin directory.
 *
 * <p>Guarantees of the host:
 *
 * <ol>
 *   <li>One factory instance serves the whole process; its public no-argument constructor runs once, off the event loops.
 *   <li>{@code create} is called once for every place in the configuration that names the type, before any listener accepts; so is
 *       {@code open} of a {@link QueueFactory}, and once more for the queue of dead letters.
 *   <li>The configuration passed is complete: unknown keys were refused, defaults filled in and the record's own compact
 *       constructor has accepted it.
 * </ol>
 *
 * @param <C> the record that the YAML under {@code config} is bound to
 */
public sealed interface PluginFactory<C extends Record> permits FilterFactory, BulkRouterFactory, QueueFactory {

    /** The version of this contract; a plugin built against another major version is refused at start-up. */
    int API_VERSION = 1;

    /**
     * The contract version that the plugin was built against: {@code return API_VERSION;}. The compiler writes the number into the
     * plugin, so that another gateway can tell.
     */
    int apiVersion();

    /** The name used in the configuration, in kebab-case ({@code basic-auth}); unique among the factories of its kind. */
    String type();

    /** One line for {@code sluice filters}: what filters, routers or queues of this type do. */
    String description();

    /** The record that {@code config} is bound to; its components carry {@link Key}. */
    Class<C> configType();
}
