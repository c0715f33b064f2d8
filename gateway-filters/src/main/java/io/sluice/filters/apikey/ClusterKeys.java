package io.sluice.filters.apikey;

import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import java.time.Duration;

/** How a cluster is asked about its keys, and how long its answers count. */
public record ClusterKeys(
        @Key(value = "the cluster's name under clusters", asked = true)
        ClusterName name,

        @Key(
                value =
                        "what is taken for the user's name: id, the key's id, or owner, the name of the user whose key it is",
                def = "id")
        UserName user,

        @Key(value = "how long a key is trusted that the cluster accepted; 0s: it is asked every time", def = "30s")
        Duration cacheFor,

        @Key(value = "how long a key is refused that the cluster refused; 0s: it is asked every time", def = "5s")
        Duration refuseFor,

        @Key(value = "how many accepted keys are remembered, and how many refused ones", def = "10000")
        int cacheSize,

        @Key(value = "how long the cluster may take to answer", def = "2s")
        Duration timeout,

        @Key(value = "how many keys the cluster is asked about at a time", def = "4")
        int maxConcurrent,

        @Key(value = "how many keys may wait for their check; above it clients get 429", def = "64")
        int maxPending) {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** What becomes the name of the principal. */
    public enum UserName {
        ID,
        OWNER
    }

    public ClusterKeys {
        if (cacheFor.isNegative() || refuseFor.isNegative() || refuseFor.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("cacheFor must not be negative, and refuseFor must be 0s to 1m");
        }
        if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("timeout must be longer than 0, and at most 1m");
        }
        if (cacheSize < 1 || maxConcurrent < 1 || maxPending < maxConcurrent) {
            throw new IllegalArgumentException(
                    "cacheSize and maxConcurrent must be at least 1, and maxPending not less than maxConcurrent");
        }
    }
}
