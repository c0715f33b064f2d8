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
            "dense_vector",
            "double",
            "float",
            "geo_point",
            "geo_shape",
            "histogram",
            "icu_collation_keyword",
            "integer",
            "ip",
            "join",
            "keyword",
            "knn_vector",
            "long",
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

    /**
     * Of fields that a script computes from the document alone: {@code runtime} of Elasticsearch 7 to 9, {@code derived} of OpenSearch
     * 2 and 3. Not {@code lookup}, which reads documents of another index, or of this one, with the gateway's rights.
     */
    private static final Set<String> COMPUTED = Set.of(
            "boolean",
            "composite",
            "date",
            "double",
            "float",
            "geo_point",
            "geo_shape",
            "ip",
            "keyword",
            "long",
            "object",
            "text");

    private final Set<String> types;
    private final Set<String> computed;

    /** @param accepted types that the operator vouches for */
    FieldTypes(Collection<String> accepted) {
        this.types = with(accepted, REVIEWED);
        this.computed = with(accepted, COMPUTED);
    }

    private static Set<String> with(Collection<String> accepted, Set<String> reviewed) {
        Set<String> all = new HashSet<>(reviewed);
        all.addAll(accepted);
        return Set.copyOf(all);
    }

    boolean contains(String type) {
        return types.contains(type);
    }

    /** Whether a field that is computed for each search may have the type. */
    boolean containsComputed(String type) {
        return computed.contains(type);
    }
}
