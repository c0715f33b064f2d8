package io.sluice.api;

/**
 * What plugins bring: factories of filters, of bulk routers and of queues, found by {@link java.util.ServiceLoader} in each plugin directory.
 *
 * <p>Guarantees of the host:
 *
 * <ol>
 *   <li>One factory instance serves all places that name its type, also over reloads while the plugin's jars stay the same; its public
 *       no-argument constructor runs off the event loops. Jars that a reload finds changed have an instance of their own.
 *   <li>{@code create} is called once for every place in the configuration that names the type, before anything leads requests there, and
 *       again by a reload that changes what the place was made of. {@code open} of a {@link QueueFactory} is called once for each queue,
 *       and once more for its dead letters; an open queue outlives reloads.
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
