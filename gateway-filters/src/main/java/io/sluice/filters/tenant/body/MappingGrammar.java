package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.NumberText;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import io.sluice.filters.tenant.names.Wildcards;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Grammars of the mappings that tenants may define for their own indices. Immutable once made. */
public final class MappingGrammar {

    /**
     * Field types that are allowed. Excludes percolator, whose queries read other indices when a document is indexed,
     * wide ranges, over which a histogram never ends, and types that were not reviewed.
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

    private static final String CELLS =
            "a server lists all the cells of a shape, and one document fills the memory of a node";

    private static final String SHAPES = "with it a server reads shapes of documents by a parser that calls itself for"
            + " each level, and a node ends whose stack is used up";

    private static final String CONTEXTS =
            "a server puts each input of a completion into each of its contexts, and a small document keeps a thread for hours";

    private static final int MOST_TARGETS = 20;
    private static final int MOST_TARGETS_TOGETHER = 1000;
    private static final Tally TOGETHER = new Tally(
            MOST_TARGETS_TOGETHER,
            MOST_TARGETS_TOGETHER,
            "a mapping must not copy fields to more than " + MOST_TARGETS_TOGETHER + " others");
    private static final Rule TARGETS = targets(MOST_TARGETS, "");
    // Fields of nested objects may be in the document around them, too, where they are analyzed once more.
    private static final Rule INNER_TARGETS = targets(MOST_TARGETS / 2, " for a field within others");

    private static final Rule INCLUDED = Rule.oneOf(
            "a server analyzes a text once more for each such level, and there must be one at most, of a field of the"
                    + " index itself",
            "false");

    private static final Rule META = content("_meta", 1000, 65_536);
    private static final Rule OPTIONS = content("the options of fields", 10_000, 262_144);

    // In a template it would be the name of a field.
    private static final Rule NULL_VALUE = object().others(OPTIONS)
            .orElse(new Rule.Bounded(
                    text -> !text.contains("{name}") && !NumberText.isEndless(text),
                    "no number with a long exponent",
                    NumberText.WHY));

    private static final int MOST_TEMPLATES = 1000;
    private static final Tally TEMPLATES = templates(MOST_TEMPLATES, " of them");
    private static final Tally CONDITIONS = templates(5 * MOST_TEMPLATES, " patterns and types in them");

    private static final Rule PATTERN = new Rule.Tallied(
            new Rule.Bounded(text -> !NamePatterns.isDear(text), "few wildcards", NamePatterns.WHY), CONDITIONS);

    /** For a placeholder a server puts a type of its own choice, all of which are allowed. */
    private static final Rule TEMPLATE_TYPE = new Rule.OneOf(
            Stream.concat(TYPES.stream(), Stream.of("{dynamic_type}", "{dynamicType}"))
                    .collect(Collectors.toSet()),
            "a field of this type is not known to be safe");

    private static final Rule PARTS = new Rule.Few(FIELD, Wildcards.MOST_NAMES, Wildcards.WHY_FEW_NAMES);

    private static Rule targets(int most, String where) {
        return new Rule.Few(
                new Rule.Tallied(Rule.to(Reference.TARGET), TOGETHER),
                most,
                "a server analyzes a text for each field that it is copied to, and there must be at most " + most
                        + where);
    }

    private static Tally templates(int most, String what) {
        String why = "a server compares each new field with all dynamic templates, and there must be at most ";
        return new Tally(most, most, why + most + what);
    }

    /** So much, of which a server makes objects that the state of the cluster keeps. */
    static Rule.Content content(String what, int values, int characters) {
        String rest = " in " + what + ", of which a server makes objects that the state of the cluster keeps";
        return new Rule.Content(
                new Tally(values, values, "there must be at most " + values + " values" + rest),
                new Tally(characters, characters, "there must be at most " + characters + " characters" + rest));
    }

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
        return TYPES.contains(text) && !(nested && needsOwnIndex(text));
    }

    /** Whether several indices that share one physical index cannot each have fields of a type. */
    public static boolean needsOwnIndex(String type) {
        return OWN_INDEX_ONLY.contains(type);
    }

    /** The body of {@code PUT /{index}/_mapping}. */
    public Rule mappings() {
        return mapping;
    }

    private Rule mapping() {
        ObjectRule inner = object();
        fill(inner, properties(inner), INNER_TARGETS, INCLUDED);
        ObjectRule field = object();
        fill(field, properties(inner), TARGETS, Rule.SCALAR);
        ObjectRule properties = properties(field);
        ObjectRule template = object(PATTERN, "match", "unmatch", "path_match", "path_unmatch")
                .key(new Rule.Tallied(Rule.SCALAR, CONDITIONS), "match_mapping_type")
                .key(Rule.oneOf("a node may never come back from an expression", "simple"), "match_pattern")
                .key(templateField(inner), "mapping");
        if (words.features().joinsIndices()) {
            // Options of the whole physical index would affect the tenant's other indices. Without properties, the
            // mapping must declare its type, because it becomes a field.
            return new Rule.Whole(
                    Frame.MAPPING,
                    object(properties, "properties")
                            .key(dynamic(), "dynamic")
                            .requires(ObjectRule.Required.OBJECT_TYPE));
        }
        ObjectRule runtime = words.scripted("format")
                .key(Rule.to(Reference.FIELD_TYPE), "type")
                .key(OPTIONS, "meta");
        return object(properties, "properties")
                .key(Rule.SCALAR, "dynamic", "date_detection", "numeric_detection", "dynamic_date_formats")
                .key(object().others(template).atMost(TEMPLATES), "dynamic_templates")
                .key(object(Rule.SCALAR, "enabled").key(PARTS, "includes", "excludes"), "_source")
                .key(object(Rule.SCALAR, "required"), "_routing")
                .key(words.computedFields(runtime), "runtime")
                .key(META, "_meta");
    }

    // Names in a mapping are relative to their parents; elsewhere fields have full paths.
    private ObjectRule properties(ObjectRule field) {
        ObjectRule fields =
                words.features().renamesFields() ? object().others(Reference.PART, field) : words.fields(field);
        return fields.isOfPath();
    }

    // Servers put computed fields at the root of the mapping.
    private Rule dynamic() {
        return words.features().joinsIndices()
                ? Rule.oneOf(
                        "no mapping of the tenant's index would show computed fields",
                        "true",
                        "false",
                        "strict",
                        "strict_allow_templates",
                        "false_allow_templates")
                : Rule.SCALAR;
    }

    private void fill(ObjectRule field, ObjectRule properties, Rule targets, Rule included) {
        field.key(Rule.to(Reference.FIELD_TYPE), "type")
                .key(properties, "properties", "fields")
                .key(targets, "copy_to")
                .key(included, "include_in_parent", "include_in_root")
                .key(FIELD, "path")
                .key(Rule.denied(CONTEXTS), "contexts")
                .key(NULL_VALUE, "null_value")
                .key(OPTIONS, "meta", "relations", "index_prefixes", "fielddata_frequency_filter")
                .key(Rule.SCALAR, "analyzer", "search_analyzer", "search_quote_analyzer", "boost", "coerce")
                .key(Rule.SCALAR, "dims", "element_type")
                .key(dynamic(), "dynamic")
                .key(Rule.SCALAR, "doc_values", "eager_global_ordinals", "enabled", "fielddata", "format")
                .key(Rule.SCALAR, "ignore_above", "ignore_malformed", "ignore_z_value", "include_in_all", "index")
                .key(Rule.SCALAR, "index_phrases", "locale")
                .key(object().others(Rule.SCALAR).orElse(Rule.SCALAR), "index_options")
                .key(Rule.SCALAR, "max_input_length", "max_shingle_size", "norms", "normalizer", "orientation")
                .key(Rule.SCALAR, "position_increment_gap", "positive_score_impact", "preserve_separators")
                .key(
                        Rule.SCALAR,
                        "preserve_position_increments",
                        "scaling_factor",
                        "similarity",
                        "split_queries_on_whitespace")
                .key(Rule.SCALAR, "store", "term_vector", "depth_limit", "value")
                .key(Rule.denied(CELLS), "precision", "tree_levels")
                .key(Rule.denied(SHAPES), "tree", "strategy", "points_only")
                .key(Rule.SCALAR, "enable_position_increments", "on_script_error", "max_points", "similarity_type")
                .key(words.script(), "script");
    }

    /** A field whose type may be a placeholder. */
    private static ObjectRule templateField(ObjectRule field) {
        return field.copy().change("type", TEMPLATE_TYPE).isTemplate();
    }
}
