package io.sluice.filters.tenant.query;

import static io.sluice.filters.tenant.query.Vocabulary.FIELD;
import static io.sluice.filters.tenant.query.Vocabulary.object;

import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.Map;
import java.util.Set;

/** What tenants may say about their own indices: mappings, and the settings of a new index. Immutable once it is made. */
public final class MappingGrammar {

    /** Without percolator, whose queries read other indices when a document is indexed, and without what nobody looked at. */
    private static final Set<String> TYPES = Set.of(
            "text",
            "keyword",
            "long",
            "integer",
            "short",
            "byte",
            "double",
            "float",
            "half_float",
            "scaled_float",
            "unsigned_long",
            "date",
            "date_nanos",
            "boolean",
            "binary",
            "integer_range",
            "float_range",
            "long_range",
            "double_range",
            "date_range",
            "ip_range",
            "ip",
            "object",
            "nested",
            "flattened",
            "alias",
            "join",
            "geo_point",
            "geo_shape",
            "point",
            "shape",
            "completion",
            "search_as_you_type",
            "token_count",
            "rank_feature",
            "rank_features",
            "dense_vector",
            "constant_keyword",
            "wildcard",
            "version",
            "histogram",
            "match_only_text");

    /** Of these there can be one in an index, or one value, whose documents are all of one kind. */
    private static final Set<String> ONE_EACH = Set.of("join", "constant_keyword");

    private final Vocabulary words;
    private final Rule mapping;
    private final ObjectRule newIndex;

    public MappingGrammar(Features features) {
        this.words = new Vocabulary(features);
        this.mapping = mapping();
        this.newIndex = object(settings().key(indexSettings(), "index"), "settings")
                .key(mapping, "mappings")
                .key(Rule.denied("aliases are not known to be safe"), "aliases");
    }

    /**
     * True iff fields may be of a type.
     *
     * @param nested true iff documents of several indices lie in one
     */
    static boolean isType(String text, boolean nested) {
        return TYPES.contains(text) && !(nested && ONE_EACH.contains(text));
    }

    /** The body of {@code PUT /{index}/_mapping}. */
    public Rule mappings() {
        return mapping;
    }

    /** The body of {@code PUT /{index}}. */
    public ObjectRule newIndex() {
        return newIndex;
    }

    private Rule mapping() {
        ObjectRule field = object();
        // A name in a mapping stands below all that stands above it; elsewhere the whole path is said.
        ObjectRule properties = words.features().nested() ? object().others(field) : words.fields(field);
        field.key(Rule.to(Reference.FIELD_TYPE), "type")
                .key(properties, "properties", "fields")
                .key(FIELD, "copy_to", "path")
                .key(object(FIELD, "path").key(Rule.SCALAR, "name", "type", "precision", "neighbors"), "contexts")
                .key(Rule.ANY, "null_value", "meta", "relations", "index_prefixes", "fielddata_frequency_filter")
                .key(Rule.SCALAR, "analyzer", "search_analyzer", "search_quote_analyzer", "boost", "coerce", "dims")
                .key(Rule.SCALAR, "doc_values", "dynamic", "eager_global_ordinals", "enabled", "fielddata", "format")
                .key(Rule.SCALAR, "ignore_above", "ignore_malformed", "ignore_z_value", "include_in_all", "index")
                .key(Rule.SCALAR, "include_in_parent", "include_in_root", "index_options", "index_phrases", "locale")
                .key(Rule.SCALAR, "max_input_length", "max_shingle_size", "norms", "normalizer", "orientation")
                .key(Rule.SCALAR, "position_increment_gap", "positive_score_impact", "precision", "preserve_separators")
                .key(
                        Rule.SCALAR,
                        "preserve_position_increments",
                        "scaling_factor",
                        "similarity",
                        "split_queries_on_whitespace")
                .key(Rule.SCALAR, "store", "strategy", "term_vector", "tree", "tree_levels", "depth_limit", "value")
                .key(
                        Rule.SCALAR,
                        "enable_position_increments",
                        "on_script_error",
                        "points_only",
                        "max_points",
                        "similarity_type")
                .key(words.script(), "script");
        ObjectRule template = object(
                        Rule.SCALAR, "match", "unmatch", "match_mapping_type", "path_match", "path_unmatch")
                .key(Rule.SCALAR, "match_pattern")
                .key(templateField(field), "mapping");
        if (words.features().nested()) {
            // What concerns the index as a whole concerns the tenant's other ones.
            return new Rule.Whole(
                    Frame.MAPPING, object(properties, "properties").key(Rule.SCALAR, "dynamic"));
        }
        ObjectRule runtime = words.scripted("format").key(Rule.to(Reference.FIELD_TYPE), "type");
        return object(properties, "properties")
                .key(Rule.SCALAR, "dynamic", "date_detection", "numeric_detection", "dynamic_date_formats")
                .key(object().others(template), "dynamic_templates")
                .key(object(Rule.SCALAR, "enabled", "includes", "excludes"), "_source")
                .key(object(Rule.SCALAR, "required"), "_routing")
                .key(words.fields(runtime), "runtime")
                .key(Rule.ANY, "_meta");
    }

    /** A field of which the type may be a placeholder. */
    private static ObjectRule templateField(ObjectRule field) {
        return field.copy().change("type", Rule.to(Reference.FIELD_TYPE));
    }

    private static ObjectRule settings() {
        ObjectRule settings = indexSettings();
        Map.copyOf(settings.named()).forEach((name, rule) -> settings.key(rule, "index." + name));
        return settings;
    }

    private static ObjectRule indexSettings() {
        ObjectRule sort = object(FIELD, "field").key(Rule.SCALAR, "order", "mode", "missing");
        ObjectRule limits = object(Rule.SCALAR, "limit");
        ObjectRule mapping = object(
                        limits, "total_fields", "depth", "nested_fields", "nested_objects", "field_name_length")
                .key(Rule.SCALAR, "total_fields.limit", "depth.limit", "nested_fields.limit", "nested_objects.limit")
                .key(Rule.SCALAR, "coerce", "ignore_malformed");
        return object(Rule.SCALAR, "number_of_shards", "number_of_replicas", "refresh_interval", "max_result_window")
                .key(Rule.SCALAR, "max_inner_result_window", "max_ngram_diff", "max_shingle_diff", "codec")
                .key(Rule.SCALAR, "number_of_routing_shards", "max_docvalue_fields_search", "max_script_fields")
                .key(Rule.SCALAR, "sort.field", "sort.order", "mapping.total_fields.limit", "max_terms_count")
                .key(Rule.SCALAR, "mapping.ignore_malformed", "mapping.coerce", "mapping.depth.limit")
                .key(sort, "sort")
                .key(mapping, "mapping")
                .key(analysis(), "analysis");
    }

    // Some parts of an analysis read files of the node, others scripts.
    private static ObjectRule analysis() {
        ObjectRule part = object(
                        Rule.SCALAR, "type", "tokenizer", "filter", "char_filter", "stopwords", "synonyms", "min_gram")
                .key(
                        Rule.SCALAR,
                        "max_gram",
                        "token_chars",
                        "custom_token_chars",
                        "pattern",
                        "replacement",
                        "flags",
                        "group")
                .key(Rule.SCALAR, "language", "lowercase", "max_token_length", "min_shingle_size", "max_shingle_size")
                .key(Rule.SCALAR, "output_unigrams", "token_separator", "position_increment_gap", "preserve_original")
                .key(Rule.SCALAR, "buffer_size", "delimiter", "reverse", "skip", "min", "max", "length", "ignore_case")
                .key(
                        Rule.SCALAR,
                        "remove_trailing",
                        "keywords",
                        "keep_words",
                        "mappings",
                        "escaped_tags",
                        "name",
                        "expand")
                .key(Rule.SCALAR, "lenient", "side", "articles", "articles_case", "max_output_size", "max_token_count")
                .key(Rule.SCALAR, "generate_word_parts", "generate_number_parts", "catenate_words", "catenate_numbers")
                .key(
                        Rule.SCALAR,
                        "catenate_all",
                        "split_on_case_change",
                        "split_on_numerics",
                        "stem_english_possessive")
                .key(
                        Rule.SCALAR,
                        "stem_exclusion",
                        "case_sensitive",
                        "unique",
                        "only_on_same_position",
                        "rules",
                        "version");
        ObjectRule parts = object().others(part);
        return object(parts, "analyzer", "tokenizer", "filter", "char_filter", "normalizer");
    }
}
