package io.sluice.config;

import java.util.List;

/**
 * A configuration that can be used.
 *
 * @param <T> what knows the filters
 * @param config the configuration, filters bound to their records
 * @param filters what the caller's source made of the plugins section
 * @param warnings what is probably not meant, in the order of the file
 */
public record Loaded<T extends FilterTypes>(GatewayConfig config, T filters, List<Problem> warnings) {
    public Loaded {
        warnings = List.copyOf(warnings);
    }
}
