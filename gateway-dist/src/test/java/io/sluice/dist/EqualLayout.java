package io.sluice.dist;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.filters.tenant.endpoint.LayoutKind;
import io.sluice.filters.tenant.query.Features;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A layout whose answers are compared: how the gateway is told, and how its documents lie. */
enum EqualLayout {
    INDEX_PER_TENANT(
            "indexPerTenant",
            EscapeLayout.INDEX_PER_TENANT,
            LayoutKind.INDEX_PER_TENANT,
            Features.OWN_INDICES,
            "[{ indexPerTenant: { indices: [\"*\"] } }]"),
    SHARED(
            "shared",
            EscapeLayout.SHARED,
            LayoutKind.SHARED,
            Features.shared("tenant_id"),
            "[{ shared: { indices: [\"l*\", \"o*\"], tenantField: tenant_id } }]");

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

    /** Where it puts documents. */
    EscapeLayout places() {
        return places;
    }

    /** What a document of the tenant has in {@link EscapeLayout#markField()}. */
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
     * True iff each index of a tenant is one of the cluster's, which the tenant makes: documents lie on the same shards, have the same
     * numbers and the same statistics as on a server of the tenant's own. Elsewhere the operator makes the indices.
     */
    boolean apart() {
        return this == INDEX_PER_TENANT;
    }

    /**
     * What the operator makes in the place of indices that each tenant would make.
     *
     * @param ofTenant what would make such an index
     */
    Map<String, ObjectNode> indices(List<String> tenants, ObjectNode ofTenant) {
        return switch (this) {
            case INDEX_PER_TENANT -> throw new IllegalStateException("tenants make their indices");
            case SHARED -> {
                ObjectNode index = ofTenant.deepCopy();
                index.withObject("/mappings/properties")
                        .putObject(features.tenantField())
                        .put("type", "keyword");
                yield Map.of(EqualDocuments.LOGS, index, EqualDocuments.ORDERS, index);
            }
        };
    }

    @Override
    public String toString() {
        return key;
    }
}
