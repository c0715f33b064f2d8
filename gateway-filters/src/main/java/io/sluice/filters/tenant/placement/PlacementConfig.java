package io.sluice.filters.tenant.placement;

import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/** Where it is written which tenants are in which place. */
public sealed interface PlacementConfig {

    /** A file that the operator edits. */
    record File(
            @Key("the file, relative to the configuration file")
            Path path,

            @Key(value = "how often the file is checked for changes", def = "1s")
            Duration every)
            implements PlacementConfig {

        public File {
            if (!every.isPositive()) {
                throw new IllegalArgumentException("every must be longer than 0");
            }
        }
    }

    /** An index that all gateways watch and change by compare-and-set. */
    record Index(
            @Key(value = "the cluster that has the index; it may be one of the places' clusters", asked = true)
            ClusterName cluster,

            @Key(value = "the index's name; the gateway makes it", def = "sluice-places")
            String name,

            @Key(
                    value =
                            "whether an empty table is made if there is none; false once there is one, so that its loss is noticed",
                    def = "true")
            boolean create,

            @Key(value = "how often the table is read while no tenant is in motion", def = "1s")
            Duration every,

            @Key(
                    value =
                            "how long a gateway may go without reaching the index before it refuses requests of tenants",
                    def = "10s")
            Duration lease,

            @Key(
                    value =
                            "how long writes of a tenant may wait while its place is changed; else the change is tried again later",
                    def = "800ms")
            Duration hold)
            implements PlacementConfig {

        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,99}");
        private static final Duration SHORTEST = Duration.ofSeconds(2);
        private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);
        private static final Duration LONGEST = Duration.ofMinutes(5);

        public Index {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "the name of the index has a-z, 0-9, _ and - and begins with a letter: " + name);
            }
            if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("lease is 2s to 5m");
            }
            if (!hold.isPositive() || hold.compareTo(LONGEST_HOLD) > 0) {
                throw new IllegalArgumentException("hold is longer than 0 and at most 5s");
            }
            if (!every.isPositive() || every.multipliedBy(4).compareTo(lease) > 0) {
                throw new IllegalArgumentException("every is longer than 0 and at most a quarter of lease");
            }
        }
    }
}
