package io.sluice.api;

/**
 * The name of a cluster, for configurations of filters and routers: one that is not defined under {@code clusters} is refused when
 * the file is read. Only clusters that are named so, and not with {@link Key#asked}, can be chosen instead of the flow's own.
 *
 * @param value the name, not empty
 */
public record ClusterName(String value) {
    public ClusterName {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a cluster's name is not empty");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
