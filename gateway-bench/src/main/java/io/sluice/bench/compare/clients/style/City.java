package io.sluice.bench.compare.clients.style;

import java.util.List;

/**
 * A document of GeoNames with all its fields.
 *
 * @param location latitude and longitude in degrees
 */
public record City(
        long geonameid,
        String name,
        List<String> alternatenames,
        String countryCode,
        String admin1Code,
        long population,
        String timezone,
        List<Double> location) {}
