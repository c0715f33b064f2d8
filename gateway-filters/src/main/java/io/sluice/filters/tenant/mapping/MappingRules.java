package io.sluice.filters.tenant.mapping;

import io.sluice.filters.match.Glob;
import io.sluice.filters.tenant.names.Analyzers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requirements on the mapping of an index that tenants share: tenant names are compared whole, documents cannot change
 * the mapping, and only the gateway sets a document's tenant. Immutable.
 */
final class MappingRules {

    /** Maximum length of a tenant's name; {@code ignore_above} must not be smaller. */
    static final int NAME_LENGTH = 63;

    /** Allowed parameters of the tenant field; any other could change what is compared, or is unknown. */
    private static final Set<String> HARMLESS = Set.of(
            "type",
            "index",
            "doc_values",
            "store",
            "norms",
            "index_options",
            "similarity",
            "boost",
            "eager_global_ordinals",
            "split_queries_on_whitespace",
            "time_series_dimension",
            "meta",
            "fields",
            "copy_to",
            "ignore_above");

    /**
     * The parameter that the first document sets, in the mapping of all tenants, in a field of this type that lacks it; whatever
     * {@code dynamic} says.
     */
    private static final Map<String, String> SET_BY_DOCUMENTS = Map.of(
            "dense_vector", "dims",
            "rank_vectors", "dims",
            "constant_keyword", "value",
            "semantic_text", "model_settings");

    /**
     * Servers search the segments of an index with this date field in the order of their newest values, which may be any
     * tenant's. The order of two documents of one tenant in two segments then tells in which of them another tenant's newest
     * value lies.
     */
    private static final String TIMESTAMP = "@timestamp";

    private final String tenantField;
    private final boolean timestamps;
    private final FieldTypes types;

    /**
     * @param timestamps whether an index may have a date field {@code @timestamp}
     * @param types of fields that it may have
     */
    MappingRules(String tenantField, boolean timestamps, FieldTypes types) {
        this.tenantField = tenantField;
        this.timestamps = timestamps;
        this.types = types;
    }

    /**
     * Judges a mapping as {@code GET /INDEX/_mapping} shows it.
     *
     * @return why the index does not keep tenants apart; null if it does
     */
    @Nullable String problem(Map<?, ?> mapping) {
        try {
            String problem = ofRoot(mapping);
            Map<?, ?> properties = object(mapping.get("properties"));
            if (problem == null) {
                problem = ofTenantField(object(properties.get(tenantField)));
            }
            if (problem == null && !timestamps) {
                problem = ofTimestamp(object(properties.get(TIMESTAMP)));
            }
            return problem == null ? ofFields("", properties) : problem;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private @Nullable String ofRoot(Map<?, ?> mapping) {
        Object dynamic = mapping.get("dynamic");
        if (dynamic == null || !isClosed(dynamic)) {
            return "dynamic is " + (dynamic == null ? "not said" : dynamic) + ", neither false nor strict";
        }
        if (isFalse(mapping.get("enabled"))) {
            return "enabled is false, so " + tenantField + " is not indexed";
        }
        for (String kind : List.of("runtime", "derived")) {
            Map<?, ?> fields = object(mapping.get(kind));
            String problem = fields.containsKey(tenantField)
                    ? "a " + kind + " field has the name " + tenantField
                    : ofComputed("", fields);
            // Servers compute them for documents that a filter leaves out, too, and a search fails where one cannot be.
            if (problem == null && !fields.isEmpty() && !types.contains(kind)) {
                problem = "there are " + kind + " fields, which may fail for documents of others;"
                        + " if they cannot, say fieldTypes: [" + kind + "]";
            }
            if (problem != null) {
                return problem;
            }
        }
        return ofSource(object(mapping.get("_source")));
    }

    private @Nullable String ofComputed(String before, Map<?, ?> fields) {
        for (Map.Entry<?, ?> entry : fields.entrySet()) {
            String name = before + entry.getKey();
            Map<?, ?> field = object(entry.getValue());
            Object type = field.get("type");
            // A lookup runs after the search, with the gateway's rights, for a key that the tenant's document names.
            if ("lookup".equals(type)) {
                return name + " is a lookup, which reads documents of all tenants";
            }
            if (type == null || !types.containsComputed(type.toString())) {
                return unknown(name, type);
            }
            String problem = ofComputed(name + ".", object(field.get("fields")));
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static String unknown(String field, @Nullable Object type) {
        return field + " has the type " + type + ", of which Sluice does not know whether it keeps tenants apart;"
                + " if you do, say fieldTypes: [" + type + "]";
    }

    // What rewrites documents on the server (_update_by_query, _reindex) starts from the stored source. Documents
    // without
    // a tenant would be lost for everybody.
    private @Nullable String ofSource(Map<?, ?> source) {
        List<?> includes = list(source.get("includes"));
        boolean stored = (includes.isEmpty() || isNamed(includes)) && !isNamed(list(source.get("excludes")));
        return stored ? null : "_source is stored without " + tenantField;
    }

    private boolean isNamed(List<?> patterns) {
        return patterns.stream().anyMatch(pattern -> Glob.matches(String.valueOf(pattern), tenantField));
    }

    private static List<?> list(@Nullable Object value) {
        return value == null ? List.of() : value instanceof List<?> several ? several : List.of(value);
    }

    private @Nullable String ofTenantField(Map<?, ?> field) {
        if (!"keyword".equals(field.get("type"))) {
            return tenantField + " is not mapped as keyword";
        }
        for (String needed : List.of("index", "doc_values")) {
            if (isFalse(field.get(needed))) {
                return needed + " of " + tenantField + " is false";
            }
        }
        if (field.containsKey("ignore_above") && !isEnough(field.get("ignore_above"))) {
            return "ignore_above of " + tenantField + " is less than " + NAME_LENGTH;
        }
        for (Object parameter : field.keySet()) {
            if (!HARMLESS.contains(String.valueOf(parameter))) {
                return tenantField + " has " + parameter;
            }
        }
        return null;
    }

    private static @Nullable String ofTimestamp(Map<?, ?> field) {
        Object type = field.get("type");
        boolean ordered = "date".equals(type) || "date_nanos".equals(type);
        return ordered
                ? TIMESTAMP + " is a date, by whose newest values of all tenants the server orders documents;"
                        + " give it another name, or say timestamps: accept"
                : null;
    }

    private @Nullable String ofFields(String before, Map<?, ?> fields) {
        for (Map.Entry<?, ?> entry : fields.entrySet()) {
            String name = before + entry.getKey();
            Map<?, ?> field = object(entry.getValue());
            String problem = ofField(name, field);
            if (problem == null) {
                problem = ofFields(name + ".", object(field.get("properties")));
            }
            if (problem == null) {
                problem = ofFields(name + ".", object(field.get("fields")));
            }
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String ofField(String name, Map<?, ?> field) {
        Object dynamic = field.get("dynamic");
        if (dynamic != null && !isClosed(dynamic)) {
            return "dynamic of " + name + " is " + dynamic;
        }
        Object type = field.get("type");
        // A stored query runs with the gateway's rights when its document is indexed.
        if ("percolator".equals(type)) {
            return name + " is a percolator";
        }
        if (type != null && !types.contains(type.toString())) {
            return unknown(name, type);
        }
        if (field.containsKey("fielddata_frequency_filter")) {
            return name + " has fielddata_frequency_filter, which counts the words of all tenants";
        }
        String setLater = SET_BY_DOCUMENTS.get(String.valueOf(type));
        if (setLater != null && field.get(setLater) == null) {
            return name + " says no " + setLater + ": the first document of any tenant would set it for all";
        }
        if ("dense_vector".equals(type) && isQuantized(field)) {
            return name + " has vectors that are quantized by those of all tenants; say index_options: {type: hnsw}";
        }
        String problem = ofIndexed(name, field);
        if (problem != null) {
            return problem;
        }
        if ("alias".equals(type) && tenantField.equals(field.get("path"))) {
            return name + " is an alias of " + tenantField;
        }
        Object copies = field.get("copy_to");
        boolean copied = copies instanceof List<?> several ? several.contains(tenantField) : tenantField.equals(copies);
        return copied ? name + " is copied to " + tenantField : null;
    }

    private static @Nullable String ofIndexed(String name, Map<?, ?> field) {
        if (String.valueOf(field.get("skip_list")).equals("true")) {
            return name + " has a skip_list, by whose bounds of all tenants buckets are made";
        }
        if ("wildcard".equals(field.get("type")) && isTrue(field.get("doc_values"))) {
            return name + " is a wildcard with doc_values, whose parts of the words of all tenants are counted";
        }
        boolean text = "text".equals(field.get("type"));
        if (text && isFalse(field.get("index")) && !isFalse(field.get("norms")) && isTrue(field.get("store"))) {
            return name + " is stored and not indexed: exists fails where any document has a value; say norms: false";
        }
        Object options = field.get("index_options");
        boolean unplaced =
                "match_only_text".equals(field.get("type")) || "docs".equals(options) || "freqs".equals(options);
        if (!unplaced) {
            return null;
        }
        for (String use : List.of("analyzer", "search_analyzer", "search_quote_analyzer")) {
            Object analyzer = field.get(use);
            if (analyzer != null && !Analyzers.isPlain(analyzer.toString())) {
                return name + " has no positions, and the " + use + " " + analyzer
                        + ": phrases may fail where a document of any tenant has their first word";
            }
        }
        return null;
    }

    // The bounds of numbers are taken from all vectors of a segment: scores of one's own tell those of others, and are
    // spoilt by them.
    private static boolean isQuantized(Map<?, ?> vector) {
        Object kind = object(vector.get("index_options")).get("type");
        return kind != null && !kind.equals("hnsw") && !kind.equals("flat") && !isFalse(vector.get("index"));
    }

    // OpenSearch's strict_allow_templates and false_allow_templates are not closed.
    private static boolean isClosed(Object dynamic) {
        return isFalse(dynamic) || dynamic.equals("strict");
    }

    private static boolean isTrue(@Nullable Object value) {
        return value != null && value.toString().equals("true");
    }

    private static boolean isFalse(@Nullable Object value) {
        return value != null && value.toString().equals("false");
    }

    private static boolean isEnough(@Nullable Object limit) {
        return limit instanceof Number number && number.longValue() >= NAME_LENGTH;
    }

    private static Map<?, ?> object(@Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("the mapping is not understood: expected an object, not " + value);
    }
}
