package io.sluice.dist;

import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.endpoint.LayoutKind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** A layout whose answers are compared: how the gateway is told, and how its documents lie. */
enum EqualLayout {
    INDEX_PER_TENANT(
            "indexPerTenant",
            EscapeLayout.INDEX_PER_TENANT,
            LayoutKind.INDEX_PER_TENANT,
            new Features.IndexPerTenant(Set.of()),
            "[{ indexPerTenant: { indices: [\"*\"] } }]"),
    SHARED(
            "shared",
            EscapeLayout.SHARED,
            LayoutKind.SHARED,
            new Features.Shared("tenant_id", false, false, false, Set.of()),
            "[{ shared: { indices: [\"l*\", \"o*\"], tenantField: tenant_id, scores: relevance, fieldTypes: [integer_range] } }]"),
    /** The layout with default settings. Each following one compares only what differs from the one before it. */
    SHARED_CONSTANT(
            "sharedConstant",
            EscapeLayout.SHARED,
            LayoutKind.SHARED,
            new Features.Shared("tenant_id", false, false, false, Set.of()),
            "[{ shared: { indices: [\"l*\", \"o*\"], tenantField: tenant_id, fieldTypes: [integer_range] } }]"),
    SHARED_ROUTED(
            "sharedRouted",
            EscapeLayout.SHARED,
            LayoutKind.SHARED,
            new Features.Shared("tenant_id", true, false, false, Set.of()),
            "[{ shared: { indices: [\"l*\", \"o*\"], tenantField: tenant_id, routing: tenant, scores: relevance, fieldTypes: [integer_range] } }]"),
    NESTED(
            "nested",
            EscapeLayout.NESTED,
            LayoutKind.NESTED,
            new Features.Nested(Set.of()),
            "[{ nested: { indices: [\"*\"], deletes: documents } }]");

    private final String key;
    private final EscapeLayout places;
    private final LayoutKind kind;
    private final Features features;
    private final String yaml;

    EqualLayout(String key, EscapeLayout places, LayoutKind kind, Features features, String yaml) {
        this.key = key;
        this.places = places;
        this.kind = kind;
        this.features = features;
        this.yaml = yaml;
    }

    /** Those that {@code -Dsluice.equivalence.layout=REGEX} chooses, by their keys in the configuration. */
    static List<EqualLayout> chosen() {
        String pattern = System.getProperty("sluice.equivalence.layout", ".*");
        return Arrays.stream(values())
                .filter(layout -> layout.key.matches(pattern))
                .toList();
    }

    /** How the layout stores documents. */
    EscapeLayout places() {
        return places;
    }

    /** The value of {@link EscapeLayout#markField()} in a document of the tenant. */
    String mark(String tenant, String base) {
        return places == EscapeLayout.NESTED ? base : tenant;
    }

    LayoutKind kind() {
        return kind;
    }

    Features features() {
        return features;
    }

    /** The layouts of the gateway's configuration. */
    String yaml() {
        return yaml;
    }

    /**
     * Whether each index of a tenant is one of the cluster's, which the tenant makes: documents lie on the same shards, have the same
     * numbers and the same statistics as on a server of the tenant's own. Elsewhere the operator makes the indices.
     */
    boolean apart() {
        return this == INDEX_PER_TENANT;
    }

    /**
     * Whether no other tenant's documents have the fields of an index, so that its terms and statistics are the tenant's: scores are
     * compared as they are, and what looks at whole fields is allowed.
     */
    boolean ownFields() {
        return !features.shared();
    }

    /** Whether a request must name exactly one index, and a missing index of the tenant is simply empty. */
    boolean oneIndexARequest() {
        return this == NESTED;
    }

    /** Whether clients may set the routing of documents. */
    boolean routings() {
        return !features.routed();
    }

    /** Whether documents can be joined to others, which are then found in their shards. */
    boolean joins() {
        return this != NESTED && routings();
    }

    /**
     * How many shards an index of the tenant's own has: as many as a search asks in this layout. Where several indices lie in one,
     * scores are those of an index that lies alone only if it has one.
     */
    int shards() {
        return this == NESTED || !routings() ? 1 : 2;
    }

    /** About how many requests are sent where nothing else is said. Where it is like another layout, few. */
    int requests() {
        return switch (this) {
            case SHARED_CONSTANT -> 0;
            case SHARED_ROUTED -> 30;
            default -> 60;
        };
    }

    /** Whether the gateway makes scores constant, so that only the hits can be compared. */
    boolean constantScores() {
        return this == SHARED_CONSTANT;
    }

    /** Names that no index of a tenant can have. */
    List<String> wrongNames() {
        return ownFields() ? List.of("Bad", "_no", "none*") : List.of("lBad", "l*");
    }

    @Override
    public String toString() {
        return key;
    }
}
