package io.sluice.plugin;

import io.sluice.api.PluginFactory;

/**
 * A type of filters, routers or queues, and its source.
 *
 * @param name as configurations write it
 * @param source the plugin's name, or {@code class path}
 * @param factory makes filters, routers or queues of the type
 */
public record PluginType<F extends PluginFactory<?>>(String name, String source, F factory) {}
