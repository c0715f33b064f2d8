package io.sluice.dist;

import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.Use;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Random URL parameters: a value for each that the tables allow. */
final class EqualParameters {

    /** Set by the request generator itself; elsewhere it would store documents with the same id twice. Only queues know {@code wait}. */
    private static final Set<String> OWN = Set.of("routing", "op_type", "scroll", "scroll_id", "h", "wait");

    private static final Set<Use> OWN_INDEX = Set.of(Use.OWN_INDEX_ONLY, Use.FALSE_UNLESS_OWN);

    /** Denied or undefined if the index also holds other tenants' documents. */
    private static final Set<String> APART_ONLY = Set.of("if_seq_no", "if_primary_term");

    /** Set by {@link EqualUpkeep}. */
    private static final Set<String> OF_UPKEEP = Set.of(
            "completion_fields",
            "copy_settings",
            "dry_run",
            "fielddata",
            "fielddata_fields",
            "field_statistics",
            "flush",
            "forbid_closed_indices",
            "force",
            "groups",
            "help",
            "include_segment_file_sizes",
            "level",
            "max_num_segments",
            "offsets",
            "only_expunge_deletes",
            "payloads",
            "positions",
            "preserve_existing",
            "primary_only",
            "query",
            "request",
            "term_statistics",
            "verbose",
            "wait_for_events",
            "wait_for_no_initializing_shards",
            "wait_for_no_relocating_shards",
            "wait_for_nodes",
            "wait_for_status",
            "wait_if_ongoing");

    private static final Set<String> OF_QUERIES =
            Set.of("q", "df", "analyzer", "analyze_wildcard", "default_operator", "lenient");

    /** If not all documents are changed, which ones depends on their storage order. */
    private static final Set<String> OF_PARTS = Set.of("max_docs", "size");

    private final EqualDice dice;
    private final boolean apart;
    private final boolean oneIndex;
    private final Map<String, Supplier<Object>> values = new TreeMap<>();

    EqualParameters(EqualDice dice, EqualDocuments documents, EqualTables tables) {
        this.dice = dice;
        this.apart = tables.apart();
        this.oneIndex = tables.layout().oneIndexARequest();
        flags(
                "pretty",
                "human",
                "realtime",
                "require_alias",
                "require_data_stream",
                "doc_as_upsert",
                "include_source_on_error",
                "allow_no_indices",
                "analyze_wildcard",
                "explain",
                "lenient");
        flags(
                "ignore_throttled",
                "ignore_unavailable",
                "include_unloaded_segments",
                "include_unmapped",
                "local",
                "pri",
                "request_cache");
        flags(
                "rest_total_hits_as_int",
                "seq_no_primary_term",
                "track_scores",
                "include_named_queries_score",
                "typed_keys",
                "v",
                "flat_settings",
                "rewrite",
                "all_shards");
        flags("allow_partial_search_results", "ccs_minimize_roundtrips", "refresh", "allow_partial_pit_creation");
        fixed("false", "error_trace", "include_defaults", "include_type_name");
        fixed("json", "format");
        fixed("true", "wait_for_completion");
        fixed("20s", "timeout", "master_timeout", "cluster_manager_timeout", "search_timeout", "keep_alive");
        fixed("painless", "lang");
        fixed("standard", "analyzer");
        fixed("true", "accept_enterprise");
        fixed("license", "categories");
        choice("1", "5", "12").accept(List.of("size", "max_docs", "scroll_size"));
        choice("0", "2", "7").accept(List.of("from", "retry_on_conflict"));
        fixed("indexed", "wait");
        choice("1", "2", "4").accept(List.of("version", "if_seq_no", "if_primary_term", "slices"));
        choice("0", "1").accept(List.of("wait_for_active_shards"));
        choice("2", "5")
                .accept(List.of(
                        "batched_reduce_size",
                        "max_concurrent_shard_requests",
                        "max_concurrent_searches",
                        "pre_filter_shard_size"));
        choice("internal", "external", "external_gte").accept(List.of("version_type"));
        // Where all indices are those of some beginnings, none of them is not none at all.
        choice("open", "all", tables.ownFields() ? "none" : "open", "open,closed")
                .accept(List.of("expand_wildcards"));
        choice("t", "tv", "k").accept(List.of("df"));
        choice("AND", "or").accept(List.of("default_operator"));
        choice("abort", "proceed").accept(List.of("conflicts"));
        choice("query_then_fetch", "dfs_query_then_fetch").accept(List.of("search_type"));
        choice("true", "false", "n", "k,obj.*").accept(List.of("_source"));
        choice("n", "k,t*", "items.*", "nosuch")
                .accept(List.of("_source_includes", "_source_excludes", "_source_include", "_source_exclude"));
        choice("tv", "_none_", "tv,nosuch").accept(List.of("stored_fields"));
        choice("n,k", "at").accept(List.of("docvalue_fields"));
        choice("n:desc,uid", "_score,uid", "uid:desc").accept(List.of("sort"));
        choice("*", "n,k", "it*", "nosuch").accept(List.of("fields"));
        choice("_local", "me").accept(List.of("preference"));
        choice("-1", "5000").accept(List.of("requests_per_second"));
        choice("group").accept(List.of("stats"));
        choice("0.5", "2").accept(List.of("min_score"));
        choice("1000").accept(List.of("terminate_after"));
        choice("true", "false", "3").accept(List.of("track_total_hits"));
        choice("b", "kb").accept(List.of("bytes"));
        choice("s", "ms").accept(List.of("time"));
        choice("index", "index:desc").accept(List.of("s"));
        choice("green", "yellow").accept(List.of("health"));
        choice(
                        "-took",
                        "hits.total,hits.hits._id",
                        "_index,_id,found,_source.n",
                        "**._index,error.type",
                        "items.*.status,errors",
                        "hits*.hits._source",
                        "aggregations.**.key",
                        "hits.hits._source.n,docs._source.obj.*,get._source.k",
                        "hits.hits.fields.n,hits.hits.highlight.t*,docs.fields.tv,fields.tv",
                        "-hits.hits._source.n,-docs._source.obj,-_source.items.k,-get._source.t",
                        "**._id,**.obj,**.tv")
                .accept(List.of("filter_path"));
        values.put(
                "q",
                () -> dice.ofFirst(
                        apart ? 7 : 6,
                        "t:" + dice.word(),
                        "k:" + dice.word() + " OR n:[1 TO 9]",
                        dice.words(1, 2),
                        "\"" + dice.words(2, 2) + "\"~4",
                        "n:(",
                        "*",
                        // In a text ids are not translated.
                        "_id:" + documents.id()));
        // Of endpoints that are gone through in one order.
        OF_UPKEEP.forEach(name -> values.put(name, () -> ""));
        OWN.forEach(name -> values.put(name, () -> ""));
    }

    /** All parameters for which there is something here. */
    Set<String> names() {
        return new TreeSet<>(values.keySet());
    }

    private void flags(String... names) {
        choice("true", "false", "").accept(List.of(names));
    }

    private void fixed(String value, String... names) {
        choice(value).accept(List.of(names));
    }

    private java.util.function.Consumer<List<String>> choice(String... choices) {
        return names -> names.forEach(name -> values.put(name, () -> dice.of(choices)));
    }

    /** A path with some of the endpoint's parameters. */
    String on(Endpoint endpoint, String path, String... own) {
        return on(endpoint, path, Set.of(), own);
    }

    /** The same for a body with a query: where queries are completed, one in the URL is denied beside it. */
    String beside(Endpoint endpoint, String path, String... own) {
        return on(endpoint, path, apart ? Set.of() : OF_QUERIES, own);
    }

    private String on(Endpoint endpoint, String path, Set<String> without, String... own) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < own.length; i += 2) {
            parameters.put(own[i], own[i + 1]);
        }
        List<String> known = new ArrayList<>(endpoint.parameters().all().keySet());
        known.removeAll(OWN);
        known.removeAll(OF_UPKEEP);
        known.removeAll(without);
        if (endpoint.parameters().use("filter_path") != Use.PATHS) {
            // None of the values begins with each index.
            known.remove("filter_path");
        }
        if (oneIndex && (path.equals("/_mget") || path.endsWith("/_msearch"))) {
            // In the nested layout, responses for several indices are identified by their order.
            known.remove("filter_path");
        }
        if (!apart) {
            known.removeAll(APART_ONLY);
            known.removeIf(name -> OWN_INDEX.contains(endpoint.parameters().use(name)));
        }
        for (int i = dice.in(2) ? 0 : dice.between(1, 2); i > 0; i--) {
            String name = dice.of(known);
            boolean partial = !apart && endpoint.path().endsWith("_by_query") && OF_PARTS.contains(name);
            // With others, items of several indices that lie in one could not be told apart; and where the body says of
            // which index
            // a request is, what depends on it is denied.
            boolean plain =
                    oneIndex && name.equals("filter_path") && (path.endsWith("/_bulk") || path.startsWith("/_search"));
            parameters.putIfAbsent(
                    name,
                    partial
                            ? "1000"
                            : plain
                                    ? "items.*.status,errors,hits.hits._id"
                                    : String.valueOf(values.get(name).get()));
        }
        if (parameters.isEmpty()) {
            return path;
        }
        Collection<String> parts = new ArrayList<>();
        parameters.forEach((name, value) -> parts.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return path + "?" + String.join("&", parts);
    }
}
