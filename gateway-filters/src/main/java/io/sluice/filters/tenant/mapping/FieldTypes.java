package io.sluice.filters.tenant.mapping;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The field types that are allowed in an index that tenants share: reviewed types, in which a document's values reveal nothing
 * about other documents, and types that the operator vouches for. Immutable.
 */
final class FieldTypes {

    /**
     * Of Elasticsearch 7 to 9 and OpenSearch 2 and 3, with the plugins that they bring. {@link MappingRules} limits some of
     * them.
     */
    private static final Set<String> REVIEWED = Set.of(
            "aggregate_metric_double",
            "alias",
            "annotated_text",
            "binary",
            "boolean",
            "byte",
            "completion",
            "constant_keyword",
            "counted_keyword",
            "date",
            "date_nanos",
            "date_range",
            "dense_vector",
            "double",
            "double_range",
            "flat_object",
            "flattened",
            "float",
            "float_range",
            "geo_point",
            "geo_shape",
            "half_float",
            "histogram",
            "icu_collation_keyword",
            "integer",
            "integer_range",
            "ip",
            "ip_range",
            "join",
            "keyword",
            "knn_vector",
            "long",
            "long_range",
            "match_only_text",
            "murmur3",
            "nested",
            "object",
            "point",
            "rank_feature",
            "rank_features",
            "rank_vectors",
            "scaled_float",
            "search_as_you_type",
            "semantic_text",
            "shape",
            "short",
            "sparse_vector",
            "text",
            "token_count",
            "unsigned_long",
            "version",
            "wildcard",
            "xy_point",
            "xy_shape");

    private final Set<String> types;

    /** @param accepted types that the operator vouches for */
    FieldTypes(Collection<String> accepted) {
        Set<String> all = new HashSet<>(REVIEWED);
        all.addAll(accepted);
        this.types = Set.copyOf(all);
    }

    boolean contains(String type) {
        return types.contains(type);
    }
}
