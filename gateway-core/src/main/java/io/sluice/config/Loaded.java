package io.sluice.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A configuration that can be used.
 *
 * @param <T> the type of the source of filters
 * @param config the configuration, filters bound to their records
 * @param filters the result of the caller's source for the plugins section
 * @param warnings settings that are probably not intended, in the order of the file
 * @param file the name of the file as it was given
 * @param places the places of the values in the file, by their paths
 */
public record Loaded<T extends FilterTypes>(
        GatewayConfig config, T filters, List<Problem> warnings, String file, Map<String, Place> places) {
    public Loaded {
        warnings = List.copyOf(warnings);
        places = Map.copyOf(places);
    }

    /**
     * The place of a value; the file as a whole if the value is a default.
     *
     * @param path as in {@code listeners[0].bind}
     */
    public Place placeOf(String path) {
        return Objects.requireNonNullElseGet(places.get(path), () -> new Place(file, 0, 0, path));
    }
}
