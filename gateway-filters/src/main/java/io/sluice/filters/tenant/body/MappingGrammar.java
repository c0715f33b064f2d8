package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Grammars of what tenants may define for their own indices: mappings, and settings of a new index. Immutable once
 * made.
 */
public final class MappingGrammar {

    /**
     * Field types that are allowed. Excludes percolator, whose queries read other indices when a document is indexed,
     * and types that were not reviewed.
     */
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
            "flat_object",
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

    /** Types that allow only one field, or one value, per index, or whose values contain the field's full path. */
    private static final Set<String> OWN_INDEX_ONLY = Set.of("join", "constant_keyword", "flat_object");

    /**
     * Settings that tenants may change on an index of their own: those that affect only this index, but not its
     * placement or its pipelines.
     */
    private static final String STACK =
            "a server's parser calls itself for each level, and a node ends whose stack is used up";

    /** Settings that guard a node, which all tenants share: up to what a server takes by itself, or well below what harms it. */
    private static final Map<String, Rule> BOUNDED = Map.of(
            "max_regex_length",
            Rule.atMost(1000, STACK),
            "mapping.depth.limit",
            Rule.atMost(200, STACK),
            "mapping.total_fields.limit",
            Rule.atMost(10_000, "each change of such a mapping keeps the cluster's manager from all others' changes"));

    private static final List<String> SETTINGS = List.of(
            "number_of_shards",
            "number_of_replicas",
            "number_of_routing_shards",
            "auto_expand_replicas",
            "refresh_interval",
            "hidden",
            "codec",
            "blocks.read",
            "blocks.write",
            "blocks.metadata",
            "blocks.read_only",
            "blocks.read_only_allow_delete",
            "max_result_window",
            "max_inner_result_window",
            "max_rescore_window",
            "max_ngram_diff",
            "max_shingle_diff",
            "max_docvalue_fields_search",
            "max_script_fields",
            "max_terms_count",
            "max_regex_length",
            "max_slices_per_scroll",
            "max_refresh_listeners",
            "analyze.max_token_count",
            "highlight.max_analyzed_offset",
            "query.default_field",
            "queries.cache.enabled",
            "requests.cache.enable",
            "search.idle.after",
            "gc_deletes",
            "write.wait_for_active_shards",
            "load_fixed_bitset_filters_eagerly",
            "routing_partition_size",
            "soft_deletes.enabled",
            "soft_deletes.retention_lease.period",
            "translog.durability",
            "translog.flush_threshold_size",
            "translog.sync_interval",
            "sort.field",
            "sort.order",
            "sort.mode",
            "sort.missing",
            "mapping.coerce",
            "mapping.ignore_malformed",
            "mapping.depth.limit",
            "mapping.field_name_length.limit",
            "mapping.nested_fields.limit",
            "mapping.nested_objects.limit",
            "mapping.total_fields.limit");

    private final Vocabulary words;
    private final Rule mapping;

    public MappingGrammar(Features features) {
        this.words = new Vocabulary(features);
        this.mapping = mapping();
    }

    /**
     * Whether tenants' fields may have a type.
     *
     * @param nested whether several indices share one physical index
     */
    static boolean isType(String text, boolean nested) {
        return TYPES.contains(text) && !(nested && OWN_INDEX_ONLY.contains(text));
    }

    /** The body of {@code PUT /{index}/_mapping}. */
    public Rule mappings() {
        return mapping;
    }

    /** The body of {@code _analyze}. */
    ObjectRule analyzedText() {
        ObjectRule part = part().orElse(Rule.SCALAR);
        return object(Rule.SCALAR, "text", "analyzer", "normalizer", "explain", "attributes")
                .key(part, "tokenizer", "filter", "char_filter")
                .key(FIELD, "field");
    }

    private Rule mapping() {
        ObjectRule field = object();
        // Names in a mapping are relative to their parents; elsewhere fields have full paths.
        ObjectRule properties = words.features().renamesFields() ? object().others(field) : words.fields(field);
        field.key(Rule.to(Reference.FIELD_TYPE), "type")
                .key(properties, "properties", "fields")
                .key(FIELD, "copy_to", "path")
                .key(object(FIELD, "path").key(Rule.SCALAR, "name", "type", "precision", "neighbors"), "contexts")
                .key(Rule.ANY, "null_value", "meta", "relations", "index_prefixes", "fielddata_frequency_filter")
                .key(Rule.SCALAR, "analyzer", "search_analyzer", "search_quote_analyzer", "boost", "coerce", "dims")
                .key(Rule.SCALAR, "doc_values", "dynamic", "eager_global_ordinals", "enabled", "fielddata", "format")
                .key(Rule.SCALAR, "ignore_above", "ignore_malformed", "ignore_z_value", "include_in_all", "index")
                .key(Rule.SCALAR, "include_in_parent", "include_in_root", "index_phrases", "locale")
                .key(object().others(Rule.SCALAR).orElse(Rule.SCALAR), "index_options")
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
        if (words.features().joinsIndices()) {
            // Options of the whole physical index would affect the tenant's other indices. Without properties, the
            // mapping must declare its type, because it becomes a field.
            return new Rule.Whole(
                    Frame.MAPPING,
                    object(properties, "properties")
                            .key(Rule.SCALAR, "dynamic")
                            .requires(ObjectRule.Required.OBJECT_TYPE));
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

    /** A field whose type may be a placeholder. */
    private static ObjectRule templateField(ObjectRule field) {
        return field.copy().change("type", Rule.to(Reference.FIELD_TYPE));
    }

    /** The settings of an index. */
    static ObjectRule settings() {
        ObjectRule settings = indexSettings();
        Map.copyOf(settings.named()).forEach((name, rule) -> settings.key(rule, "index." + name));
        return settings.key(indexSettings(), "index");
    }

    private static ObjectRule indexSettings() {
        ObjectRule settings = object();
        ObjectRule tree = object();
        SETTINGS.forEach(name -> {
            Rule value = BOUNDED.getOrDefault(name, Rule.SCALAR);
            settings.key(value, name);
            put(tree, name.split("[.]"), 0, value);
        });
        tree.named().forEach((name, rule) -> {
            if (!settings.named().containsKey(name)) {
                settings.key(rule, name);
            }
        });
        return settings.key(analysis(), "analysis")
                .key(
                        Rule.denied("an ingest pipeline may send documents anywhere"),
                        "default_pipeline",
                        "final_pipeline");
    }

    // The same settings, with objects instead of dotted names.
    private static void put(ObjectRule into, String[] path, int at, Rule value) {
        String name = path[at];
        if (at == path.length - 1) {
            into.key(value, name);
            return;
        }
        Rule known = into.named().get(name);
        ObjectRule inner = known instanceof ObjectRule object ? object : object();
        if (known == null) {
            into.key(inner, name);
        }
        put(inner, path, at + 1, value);
    }

    // Some analysis components read files of the node, others run scripts.
    private static ObjectRule analysis() {
        ObjectRule parts = object().others(part());
        return object(parts, "analyzer", "tokenizer", "filter", "char_filter", "normalizer");
    }

    private static ObjectRule part() {
        return object(Rule.SCALAR, "type", "tokenizer", "filter", "char_filter", "stopwords", "synonyms", "min_gram")
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
    }
}
