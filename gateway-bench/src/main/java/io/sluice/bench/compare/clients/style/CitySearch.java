package io.sluice.bench.compare.clients.style;

import java.util.List;

/**
 * What a user of the application looks for: cities by a word of their name, in some countries, of some size.
 *
 * @param text of the user's; any characters
 * @param from the least population
 * @param below more than the largest population
 * @param size hits wanted
 */
public record CitySearch(String text, List<String> countries, double from, double below, int size) {
    public CitySearch {
        countries = List.copyOf(countries);
    }

    /** The search that is measured: its text has to be escaped. */
    public static CitySearch example(int size) {
        return new CitySearch(
                "san \"josé\" de la", List.of("CR", "PH", "MX", "US", "AR", "CO"), 10_000, 5_000_000, size);
    }
}
