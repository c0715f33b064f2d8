package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.ServerTimes;
import io.sluice.filters.search.Waits;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import io.sluice.filters.tenant.names.Wildcards;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Grammar of the settings that tenants may give an index of their own. */
final class SettingsGrammar {

    private static final String STACK =
            "a server's parser calls itself for each level, and a node ends whose stack is used up";
    private static final String MEMORY = "a node, which all tenants share, holds so many in memory";
    private static final String WORK = "a node, which all tenants share, works on each of them";
    private static final String COPIES =
            "the cluster's manager, which all tenants share, makes an object for each copy of each shard";
    private static final String UNUSED = "no index has use for more";

    private static final int MOST_SORTED = 10;
    private static final String SORTED =
            "a server keeps values of all documents for each field by which it sorts them, also where one stands twice";
    private static final Rule ORDER = new Rule.Few(
            new Rule.Bounded(
                    text -> !Wildcards.areMore(text, MOST_SORTED), "at most " + MOST_SORTED + " names", SORTED),
            MOST_SORTED,
            SORTED);

    private static final int MOST_SEARCHED = 2000;
    /** So many count for a name with a wildcard. */
    private static final int OF_PATTERN = 100;
    /** Fields that a search of a text looks at where it names none. */
    private static final Rule SEARCHED = new Rule.Measured(
            new Rule.Bounded(text -> !NamePatterns.areDear(text), "few wildcards", NamePatterns.WHY),
            SettingsGrammar::searched,
            new Tally(
                    MOST_SEARCHED,
                    MOST_SEARCHED,
                    "a server compares each pattern with the names of all fields for each text that it looks for, and there"
                            + " must be at most " + MOST_SEARCHED + " names, where one with a wildcard counts as "
                            + OF_PATTERN));

    private static final int MOST_SHARDS = 1024;
    private static final int MOST_REPLICAS = 100;

    /** Elasticsearch 8.19 makes as many copies as the lower end says, however few nodes there are. */
    private static final Pattern REPLICAS = Pattern.compile("false|(100|[0-9]{1,2})-(all|100|[0-9]{1,2})");

    /** With others, which only read, a server fails at each write, and tries it again until its time is over. */
    private static final Rule CODEC = Rule.oneOf(
            "a server cannot write with others",
            "default",
            "best_compression",
            "lz4",
            "zlib",
            "zstd",
            "zstd_no_dict",
            "qat_lz4",
            "qat_deflate",
            "qat_zstd");

    /** Longest time that a server remembers deletions in memory. */
    private static final long MOST_GC_DELETES = TimeUnit.HOURS.toNanos(1);

    /** Shortest time between refreshes: with a millisecond a server would refresh an index a thousand times a second. */
    private static final long LEAST_REFRESH = TimeUnit.MILLISECONDS.toNanos(100);

    /** Settings that guard a node, which all tenants share: up to what a server takes by itself, or well below what harms it. */
    private static final Map<String, Rule> BOUNDED = Map.ofEntries(
            // Servers count the copies of all shards in 32 bits, and take 4 shards of 1,073,741,824 copies for none.
            Map.entry("number_of_shards", Rule.atMost(MOST_SHARDS, COPIES)),
            Map.entry("number_of_replicas", Rule.atMost(MOST_REPLICAS, COPIES)),
            Map.entry(
                    "auto_expand_replicas",
                    new Rule.Bounded(
                            text -> REPLICAS.matcher(text).matches(),
                            "[false], or [0-" + MOST_REPLICAS + "] and the like",
                            COPIES)),
            Map.entry("codec", CODEC),
            // Spring Data 4 names it in each creation.
            Map.entry(
                    "store.type",
                    Rule.oneOf(
                            "others map all files into the memory of a node, which all tenants share, or need a plugin",
                            "fs",
                            "hybridfs",
                            "niofs")),
            Map.entry("number_of_routing_shards", Rule.atMost(65_536, UNUSED)),
            Map.entry("routing_partition_size", Rule.atMost(MOST_SHARDS, UNUSED)),
            Map.entry(
                    "write.wait_for_active_shards",
                    Rule.within(Waits.COPIES, "a server keeps each write that waits for more in memory")),
            Map.entry("mapping.field_name_length.limit", Rule.atMost(65_536, UNUSED)),
            Map.entry("max_regex_length", Rule.atMost(1000, STACK)),
            Map.entry("mapping.depth.limit", Rule.atMost(200, STACK)),
            Map.entry(
                    "mapping.total_fields.limit",
                    Rule.atMost(
                            10_000,
                            "each change of such a mapping keeps the cluster's manager from all others' changes")),
            Map.entry("mapping.nested_fields.limit", Rule.atMost(1000, MEMORY)),
            Map.entry("mapping.nested_objects.limit", Rule.atMost(50_000, MEMORY)),
            Map.entry("max_result_window", Rule.atMost(100_000, MEMORY)),
            Map.entry("max_inner_result_window", Rule.atMost(100, MEMORY)),
            Map.entry("max_rescore_window", Rule.atMost(100_000, MEMORY)),
            Map.entry("max_ngram_diff", Rule.atMost(50, WORK)),
            Map.entry("max_shingle_diff", Rule.atMost(20, WORK)),
            Map.entry("max_docvalue_fields_search", Rule.atMost(1000, WORK)),
            Map.entry("max_script_fields", Rule.atMost(100, WORK)),
            Map.entry("max_terms_count", Rule.atMost(262_144, MEMORY)),
            Map.entry("max_slices_per_scroll", Rule.atMost(1024, MEMORY)),
            Map.entry("max_refresh_listeners", Rule.atMost(10_000, MEMORY)),
            Map.entry("analyze.max_token_count", Rule.atMost(10_000, MEMORY)),
            Map.entry("query.default_field", SEARCHED),
            Map.entry("sort.field", ORDER),
            Map.entry("sort.order", ORDER),
            Map.entry("sort.mode", ORDER),
            Map.entry("sort.missing", ORDER),
            Map.entry("highlight.max_analyzed_offset", Rule.atMost(10_000_000, WORK)),
            Map.entry("gc_deletes", new Rule.Bounded(SettingsGrammar::isShort, "at most 1h", MEMORY)),
            Map.entry(
                    "refresh_interval",
                    new Rule.Bounded(SettingsGrammar::isSeldom, "at least 100ms, or [-1], or [0]", WORK)));

    /**
     * Settings that tenants may change on an index of their own: those that affect only this index, but not its
     * placement or its pipelines.
     */
    private static final List<String> SETTINGS = List.of(
            "number_of_shards",
            "number_of_replicas",
            "number_of_routing_shards",
            "auto_expand_replicas",
            "refresh_interval",
            "hidden",
            "codec",
            "store.type",
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

    private static final int MOST_SIMILARITIES = 100;
    private static final Tally SIMILARITIES = new Tally(
            MOST_SIMILARITIES,
            MOST_SIMILARITIES,
            "a node makes each similarity of an index, and there must be at most " + MOST_SIMILARITIES);

    private SettingsGrammar() {}

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
        return settings.key(AnalysisGrammar.analysis(), "analysis")
                .key(similarities(), "similarity")
                .key(
                        Rule.denied("an ingest pipeline may send documents anywhere"),
                        "default_pipeline",
                        "final_pipeline");
    }

    private static ObjectRule similarities() {
        Rule type = Rule.oneOf(
                "a script may never come back",
                "BM25",
                "boolean",
                "DFI",
                "DFR",
                "IB",
                "LMDirichlet",
                "LMJelinekMercer");
        ObjectRule similarity = object(type, "type")
                .key(Rule.SCALAR, "k1", "b", "discount_overlaps", "independence_measure", "mu", "lambda")
                .key(Rule.SCALAR, "basic_model", "after_effect", "distribution", "normalization")
                .key(
                        Rule.SCALAR,
                        "normalization.h1.c",
                        "normalization.h2.c",
                        "normalization.h3.c",
                        "normalization.z.z");
        return object().others(similarity).atMost(SIMILARITIES);
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

    // A list may also be one text, with commas.
    private static int searched(String names) {
        return Stream.of(names.split(","))
                .mapToInt(name -> name.indexOf('*') < 0 ? 1 : OF_PATTERN)
                .sum();
    }

    private static boolean isShort(String text) {
        long nanos = ServerTimes.nanos(text);
        return nanos >= 0 && nanos <= MOST_GC_DELETES;
    }

    // With -1 and 0 a server refreshes only where it is asked to.
    private static boolean isSeldom(String text) {
        long nanos = ServerTimes.nanos(text);
        return nanos == 0 || nanos >= LEAST_REFRESH || text.equals("-1") || text.equals("0");
    }
}
