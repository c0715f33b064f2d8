package io.sluice.filters.tenant.endpoint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The URL parameters that an endpoint accepts, and how each is handled. Any other is denied. Immutable. */
public final class Parameters {

    /** The parameters of every endpoint. */
    static final Parameters COMMON = new Parameters(Map.of())
            .and(Use.COPIED, "pretty", "human")
            .and(Use.FALSE_ONLY, "error_trace")
            .and(Use.JSON_ONLY, "format");

    static final Parameters SERVER = COMMON.and(Use.ANY_PATHS, "filter_path");

    /** Parameters that select among several indices. */
    static final Parameters INDICES =
            COMMON.and(Use.COPIED, "ignore_unavailable", "allow_no_indices", "expand_wildcards", "ignore_throttled");

    /** Parameters that select parts of a document. */
    private static final String[] SOURCE = {
        "_source", "_source_includes", "_source_excludes", "_source_include", "_source_exclude", "stored_fields"
    };

    /** A queue at the end of the flow reads it; servers refuse it. */
    private static final String WAIT = "wait";

    private static final String TIMEOUT = "timeout";
    private static final String MASTER_TIMEOUT = "master_timeout";
    private static final String MANAGER_TIMEOUT = "cluster_manager_timeout";
    private static final String[] WAITING = {TIMEOUT, MASTER_TIMEOUT, MANAGER_TIMEOUT};
    private static final String COPIES = "wait_for_active_shards";

    static final Parameters GET = COMMON.and(Use.PATHS, "filter_path")
            .and(Use.PREFERENCE, "preference")
            .and(Use.COPIED, "realtime", "refresh")
            .and(Use.ROUTING, "routing")
            .and(Use.COPIED, "version", "version_type")
            .and(Use.FIELDS, SOURCE);

    static final Parameters WRITE = COMMON.and(Use.PATHS, "filter_path")
            .and(Use.REFRESH, "refresh")
            .and(Use.COPIED, WAIT)
            .andWaits()
            .and(Use.ROUTING, "routing")
            .and(Use.COPIED, "version", "version_type", "if_seq_no", "if_primary_term")
            .and(Use.COPIED, "op_type", "require_alias", "require_data_stream")
            .and(Use.SOURCE_IN_ERRORS, "include_source_on_error");

    static final Parameters UPDATE = WRITE.and(Use.COPIED, "retry_on_conflict", "lang", "doc_as_upsert")
            .and(Use.FIELDS, "_source", "_source_includes", "_source_excludes");

    static final Parameters BULK = COMMON.and(Use.PATHS, "filter_path")
            .and(Use.REFRESH, "refresh")
            .and(Use.COPIED, WAIT)
            .andWaits()
            .and(Use.ROUTING, "routing")
            .and(Use.COPIED, "require_alias", "require_data_stream")
            .and(Use.SOURCE_IN_ERRORS, "include_source_on_error")
            .and(Use.FIELDS_OF_ITEMS, "_source", "_source_includes", "_source_excludes");

    /** A query in the URL. */
    private static final Parameters QUERY = INDICES.and(Use.QUERY_TEXT, "q", "df", "analyzer", "analyze_wildcard")
            .and(Use.QUERY_TEXT, "default_operator", "lenient")
            .and(Use.PATHS, "filter_path")
            .and(Use.PREFERENCE, "preference")
            .and(Use.EARLY_END, "terminate_after")
            .and(Use.ROUTING, "routing");

    static final Parameters SEARCH = QUERY.and(Use.COPIED, "allow_partial_search_results", "batched_reduce_size")
            .and(Use.COPIED, "ccs_minimize_roundtrips", "from", "size")
            .and(Use.AT_ONCE, "max_concurrent_shard_requests")
            .and(
                    Use.COPIED,
                    "pre_filter_shard_size",
                    "request_cache",
                    "rest_total_hits_as_int",
                    "scroll",
                    "search_type")
            .and(Use.COPIED, "seq_no_primary_term", "stats", TIMEOUT, "track_scores")
            .and(Use.TOTAL, "track_total_hits")
            .and(Use.COPIED, "typed_keys", "version")
            .and(Use.INNER_SCORES, "include_named_queries_score")
            .and(Use.FALSE_UNLESS_OWN, "explain")
            .and(Use.FIELDS, "docvalue_fields", "sort")
            .and(Use.FIELDS, SOURCE);

    static final Parameters MSEARCH = COMMON.and(Use.PATHS, "filter_path")
            .and(Use.AT_ONCE, "max_concurrent_searches", "max_concurrent_shard_requests")
            .and(Use.COPIED, "search_type", "ignore_throttled")
            .and(Use.COPIED, "pre_filter_shard_size", "rest_total_hits_as_int")
            .and(Use.COPIED, "typed_keys", "ccs_minimize_roundtrips");

    static final Parameters COUNT = QUERY.and(Use.COPIED, "min_score");

    static final Parameters SEARCH_SHARDS = INDICES.and(Use.COPIED, "local")
            .and(Use.TIMEOUT, MASTER_TIMEOUT)
            .and(Use.PREFERENCE, "preference")
            .and(Use.ROUTING, "routing");

    static final Parameters VALIDATE = QUERY.without("routing")
            .without("terminate_after")
            // Unknown there, so the server refuses it.
            .and(Use.COPIED, "terminate_after")
            .and(Use.FALSE_UNLESS_OWN, "explain", "rewrite", "all_shards");

    static final Parameters EXPLAIN = COMMON.and(Use.OWN_INDEX_ONLY, "q", "df", "analyzer", "analyze_wildcard")
            .and(Use.OWN_INDEX_ONLY, "default_operator", "lenient")
            .and(Use.PATHS, "filter_path")
            .and(Use.PREFERENCE, "preference")
            .and(Use.ROUTING, "routing")
            .and(Use.FIELDS, SOURCE);

    static final Parameters FIELD_CAPS =
            INDICES.and(Use.COPIED, "include_unmapped").and(Use.FIELDS, "fields");

    static final Parameters BY_QUERY = QUERY.without("terminate_after")
            .and(Use.OWN_INDEX_ONLY, "terminate_after")
            .and(Use.COPIED, "conflicts", "from", "size", "max_docs", "refresh")
            .and(Use.COPIED, "request_cache", "scroll", "search_timeout")
            .and(Use.THROTTLE, "requests_per_second")
            .and(Use.BATCH, "scroll_size")
            .and(Use.COPIED, "search_type", "stats", "version")
            .andWaits()
            .and(Use.SLICES, "slices")
            .and(Use.TRUE_ONLY, "wait_for_completion")
            .and(Use.FIELDS, "sort");

    static final Parameters REINDEX = COMMON.and(Use.COPIED, "max_docs", "refresh", "scroll")
            .and(Use.COPIED, "require_alias")
            .and(Use.THROTTLE, "requests_per_second")
            .andWaits()
            .and(Use.SLICES, "slices")
            .and(Use.TRUE_ONLY, "wait_for_completion");

    static final Parameters SCROLL = COMMON.and(Use.PATHS, "filter_path")
            .and(Use.COPIED, "scroll", "rest_total_hits_as_int")
            .and(Use.SCROLL, "scroll_id");

    static final Parameters CLEAR_SCROLL = COMMON.and(Use.SCROLL, "scroll_id");

    static final Parameters OPEN_POINT_IN_TIME = INDICES.and(Use.COPIED, "keep_alive")
            .and(Use.PREFERENCE, "preference")
            .and(Use.ROUTING, "routing")
            .and(Use.COPIED, "allow_partial_pit_creation");

    static final Parameters CHANGE_INDEX =
            INDICES.and(Use.TIMEOUT, WAITING).and(Use.COPIED, COPIES).and(Use.FALSE_ONLY, "include_type_name");

    static final Parameters READ_INDEX = INDICES.and(Use.TIMEOUT, WAITING)
            .and(Use.PATHS_BY_INDEX, "filter_path")
            .and(Use.COPIED, "local", "flat_settings")
            .and(Use.FALSE_ONLY, "include_type_name")
            .and(Use.FALSE_UNLESS_OWN, "include_defaults");

    static final Parameters CHANGE_ALIASES = COMMON.and(Use.TIMEOUT, WAITING);

    static final Parameters RESOLVE = COMMON.and(Use.COPIED, "expand_wildcards");

    static final Parameters READ_ALIASES = INDICES.and(Use.TIMEOUT, WAITING)
            .and(Use.PATHS_BY_INDEX, "filter_path")
            .and(Use.COPIED, "local");

    static final Parameters CHANGE_SETTINGS =
            INDICES.and(Use.TIMEOUT, WAITING).and(Use.COPIED, "flat_settings", "preserve_existing");

    static final Parameters COPY_INDEX = COMMON.and(Use.TIMEOUT, WAITING).and(Use.COPIED, COPIES, "copy_settings");

    static final Parameters ROLLOVER = COMMON.and(Use.TIMEOUT, WAITING)
            .and(Use.COPIED, COPIES, "dry_run")
            .and(Use.FALSE_ONLY, "include_type_name");

    static final Parameters HEALTH = COMMON.and(Use.TIMEOUT, WAITING)
            .and(Use.HEALTH_PATHS, "filter_path")
            .and(Use.LEVEL, "level")
            .and(Use.COPIED, "expand_wildcards", "local", COPIES, "wait_for_events")
            .and(Use.COPIED, "wait_for_nodes", "wait_for_no_initializing_shards", "wait_for_no_relocating_shards")
            .and(Use.COPIED, "wait_for_status");

    static final Parameters STATISTICS = INDICES.and(Use.LEVEL, "level")
            .and(Use.COPIED, "groups", "include_segment_file_sizes", "include_unloaded_segments")
            .and(Use.COPIED, "forbid_closed_indices")
            .and(Use.FIELDS, "fields", "completion_fields", "fielddata_fields");

    static final Parameters SEGMENTS = INDICES.and(Use.COPIED, "verbose");

    static final Parameters FLUSH = INDICES.and(Use.COPIED, "force", "wait_if_ongoing");

    static final Parameters MERGE = INDICES.and(Use.COPIED, "flush", "max_num_segments", "only_expunge_deletes")
            .and(Use.COPIED, "primary_only")
            .and(Use.TRUE_ONLY, "wait_for_completion");

    static final Parameters CLEAR_CACHE =
            INDICES.and(Use.COPIED, "query", "request", "fielddata").and(Use.FIELDS, "fields");

    static final Parameters TERM_VECTORS = COMMON.and(Use.COPIED, "term_statistics", "field_statistics", "offsets")
            .and(Use.PREFERENCE, "preference")
            .and(Use.COPIED, "positions", "payloads", "realtime", "version", "version_type")
            .and(Use.ROUTING, "routing")
            .and(Use.FIELDS, "fields");

    static final Parameters CAT = INDICES.and(Use.COPIED, "h", "s", "v", "bytes", "time", "pri", "health", "local")
            .and(Use.COPIED, "include_unloaded_segments", "help")
            .and(Use.TIMEOUT, MASTER_TIMEOUT, MANAGER_TIMEOUT);

    static final Parameters LICENSE =
            COMMON.and(Use.COPIED, "accept_enterprise", "local").and(Use.TIMEOUT, MASTER_TIMEOUT);

    static final Parameters PRODUCT = COMMON.and(Use.COPIED, "accept_enterprise", "categories");

    static final Parameters NODES = COMMON.and(Use.TIMEOUT, TIMEOUT).and(Use.COPIED, "flat_settings");

    private final Map<String, Use> uses;

    private Parameters(Map<String, Use> uses) {
        this.uses = uses;
    }

    private Parameters and(Use use, String... names) {
        Map<String, Use> more = new LinkedHashMap<>(uses);
        for (String name : names) {
            more.put(name, use);
        }
        return new Parameters(Collections.unmodifiableMap(more));
    }

    /** How long a write waits before it is executed. */
    private Parameters andWaits() {
        return and(Use.TIMEOUT, TIMEOUT).and(Use.WRITE_COPIES, COPIES);
    }

    private Parameters without(String name) {
        Map<String, Use> fewer = new LinkedHashMap<>(uses);
        fewer.remove(name);
        return new Parameters(Collections.unmodifiableMap(fewer));
    }

    /** How a parameter is handled; null if it is denied. */
    public @Nullable Use use(String name) {
        return uses.get(name);
    }

    /** All parameters. */
    public Map<String, Use> all() {
        return uses;
    }
}
