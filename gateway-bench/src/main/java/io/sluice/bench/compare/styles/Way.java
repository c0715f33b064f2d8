package io.sluice.bench.compare.styles;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Where a style's requests go. */
public enum Way {
    NOOP("noop", "straight to a node that does no work", Indices.NOOP, "", ""),
    REAL("real", "straight to a node that does the work", Indices.REAL, "", ""),
    GATEWAY(
            "gateway",
            "through the gateway, relayed as it is, to the node that does no work",
            Indices.NOOP,
            "none",
            "[]"),
    GATEWAY_SHARD(
            "gateway-shard",
            "through the gateway, bulks regrouped by shard, to the node that does no work",
            Indices.NOOP,
            "shard",
            "[]"),
    GATEWAY_TENANT(
            "gateway-tenant",
            "through the gateway, rewritten for a tenant in a shared index, to the node that does no work",
            Indices.NOOP,
            "none",
            "[{ type: tenant, config: { from: [{ header: { name: X-Tenant, trusted: [127.0.0.1] } }],"
                    + " layouts: [{ shared: { indices: [" + Indices.NOOP + "] } }] } }]");

    /** The indices on the node. */
    static final class Indices {
        /** The plugin of the node answers for every index whose name begins so. */
        static final String NOOP = "noop-geonames";

        static final String REAL = "geonames";

        private Indices() {}
    }

    private final String id;
    private final String description;
    private final String index;
    private final String groupBy;
    private final String filters;

    Way(String id, String description, String index, String groupBy, String filters) {
        this.id = id;
        this.description = description;
        this.index = index;
        this.groupBy = groupBy;
        this.filters = filters;
    }

    /**
     * Reads a name on the command line.
     *
     * @throws IllegalArgumentException naming all ways if there is none of this name
     */
    public static Way of(String id) {
        return Arrays.stream(values())
                .filter(way -> way.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no way '" + id + "'; there are "
                        + Arrays.stream(values()).map(Way::id).collect(Collectors.joining(", "))));
    }

    /** The name in reports and on the command line. */
    public String id() {
        return id;
    }

    String description() {
        return description;
    }

    String index() {
        return index;
    }

    boolean throughGateway() {
        return !groupBy.isEmpty();
    }

    /** What the gateway regroups bulks by. */
    String groupBy() {
        return groupBy;
    }

    /** The filters of the gateway's flow, as YAML. */
    String filters() {
        return filters;
    }

    /** Sent with every request. */
    Map<String, String> headers() {
        return this == GATEWAY_TENANT ? Map.of("X-Tenant", "north") : Map.of();
    }
}
