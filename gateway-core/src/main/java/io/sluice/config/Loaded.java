package io.sluice.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A configuration that can be used.
 *
 * @param <T> what knows the filters
 * @param config the configuration, filters bound to their records
 * @param filters what the caller's source made of the plugins section
 * @param warnings what is probably not meant, in the order of the file
 * @param file as it was named
 * @param places where the values stand that the file gives, by their paths
 */
public record Loaded<T extends FilterTypes>(
        GatewayConfig config, T filters, List<Problem> warnings, String file, Map<String, Place> places) {
    public Loaded {
        warnings = List.copyOf(warnings);
        places = Map.copyOf(places);
    }

    /**
     * Where a value stands; the file as a whole if the value is a default.
     *
     * @param path as in {@code listeners[0].bind}
     */
    public Place placeOf(String path) {
        return Objects.requireNonNullElseGet(places.get(path), () -> new Place(file, 0, 0, path));
    }
}
