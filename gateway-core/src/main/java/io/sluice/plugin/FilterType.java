package io.sluice.plugin;

import io.sluice.api.FilterFactory;

/**
 * A filter type and where it comes from.
 *
 * @param name as configurations write it
 * @param source the plugin's name, or {@code class path}
 */
public record FilterType(String name, String source, FilterFactory<?> factory) {}
