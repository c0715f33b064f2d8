package io.sluice.styles.typed;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** A document as an application with types holds it. */
record City(
        @JsonProperty("geonameid") long geonameid,
        @JsonProperty("name") String name,
        @JsonProperty("alternatenames") List<String> alternatenames,
        @JsonProperty("country_code") String countryCode,
        @JsonProperty("admin1_code") String admin1Code,
        @JsonProperty("population") long population,
        @JsonProperty("timezone") String timezone,
        @JsonProperty("location") List<Double> location) {}
