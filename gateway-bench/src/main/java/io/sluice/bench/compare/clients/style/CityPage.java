package io.sluice.bench.compare.clients.style;

import java.util.List;

/**
 * What the application makes of an answer, the same in every style.
 *
 * @param total cities that match
 * @param countries those with the most of them
 */
public record CityPage(long total, List<Hit> hits, List<Country> countries) {

    /**
     * One city that was found.
     *
     * @param names its name with the matches marked
     */
    public record Hit(String id, double score, City city, List<String> names) {}

    /** Cities of one country that match. */
    public record Country(String code, long cities, double meanPopulation) {}
}
