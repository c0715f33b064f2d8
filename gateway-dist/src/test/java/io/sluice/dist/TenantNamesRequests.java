package io.sluice.dist;

import io.sluice.dist.TenantNamesRequest.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generates requests of a tenant that name indices in every way that servers know. For one thread. */
final class TenantNamesRequests {

    private static final List<String> EXPAND = List.of("open", "closed", "hidden", "none", "all", "open,hidden");
    /** What headers of {@code _msearch} may have, on some server. */
    private static final List<String> KEYS = List.of(
            "index",
            "indices",
            "expand_wildcards",
            "expandWildcards",
            "ignore_unavailable",
            "ignoreUnavailable",
            "allow_no_indices",
            "allowNoIndices",
            "ignore_throttled",
            "preference",
            "routing",
            "search_type",
            "searchType",
            "request_cache",
            "requestCache",
            "allow_partial_search_results",
            "ccs_minimize_roundtrips",
            "max_concurrent_shard_requests",
            "project_routing",
            "cancel_after_time_interval",
            "type",
            "types");

    private static final List<String> BY_QUERY =
            List.of("_search", "_search", "_count", "_delete_by_query", "_update_by_query", "_validate/query");
    private static final List<String> WITHOUT_BODY =
            List.of("_mapping", "_settings", "_refresh", "_forcemerge", "_stats", "_alias", "_segments", "_flush");

    private final Random random;
    private final TenantNamesTexts texts;
    private final String handle;

    /** @param handle of a point in time that the tenant has opened */
    TenantNamesRequests(Random random, TenantNamesLayout layout, String handle) {
        this.random = random;
        this.texts = new TenantNamesTexts(random, layout);
        this.handle = handle;
    }

    /** A search with each way to name indices, together with each key of a header and each kind of value for it. */
    List<TenantNamesRequest> everyHeader() {
        String name = texts.called("logs");
        List<String> values = List.of(
                "null",
                "true",
                "7",
                "{}",
                "[]",
                "[[]]",
                "[null]",
                "[{}]",
                "\"\"",
                "\"open\"",
                "[\"open\"]",
                "[[\"open\"]]",
                "{\"a\":[\"open\"]}",
                "\"" + name + "\"",
                "[\"" + name + "\"]",
                "[true]");
        List<TenantNamesRequest> all = new ArrayList<>();
        for (String indices :
                List.of("[]", "[[]]", "\"\"", "[\"\"]", "null", "\"" + name + "\"", "[\"" + name + "\"]")) {
            for (String key : KEYS) {
                for (String value : values) {
                    String named = "\"index\":" + indices;
                    String other = "\"" + key + "\":" + value;
                    boolean first = random.nextBoolean();
                    all.add(search("{" + (first ? named : other) + "," + (first ? other : named) + "}"));
                }
            }
        }
        return all;
    }

    private static TenantNamesRequest search(String header) {
        return new TenantNamesRequest(Kind.SEARCHES, "POST", "/_msearch", header + "\n{}\n");
    }

    TenantNamesRequest next() {
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6 -> searches();
            case 7, 8, 9, 10, 11 -> path();
            case 12, 13 -> documents(Kind.DOCUMENTS, "_mget");
            case 14 -> documents(Kind.TERMS, "_mtermvectors");
            case 15, 16 -> bulk();
            case 17 -> aliases();
            case 18 -> copy();
            default -> anywhere();
        };
    }

    // The parameters of a query by which servers read names.
    private String query() {
        List<String> parts = new ArrayList<>();
        if (texts.chance(5)) {
            parts.add("expand_wildcards=" + texts.one(EXPAND));
        }
        if (texts.chance(8)) {
            parts.add("ignore_unavailable=" + random.nextBoolean());
        }
        if (texts.chance(12)) {
            parts.add("allow_no_indices=" + random.nextBoolean());
        }
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }

    private String segment(String expression) {
        String encoded = URLEncoder.encode(expression, StandardCharsets.UTF_8).replace("+", "%20");
        return texts.chance(3) ? encoded : encoded.replace("%2C", ",").replace("%2A", "*");
    }

    private TenantNamesRequest searches() {
        String end = texts.chance(12) ? "\r\n" : "\n";
        StringBuilder body = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            body.append(header()).append(end).append(search()).append(end);
        }
        String whole = body.toString();
        if (texts.chance(40)) {
            whole = whole.substring(0, whole.length() - 1);
        }
        String path = texts.chance(4) ? "/" + segment(texts.expression()) + "/_msearch" : "/_msearch";
        return new TenantNamesRequest(Kind.SEARCHES, "POST", path, texts.mutated(whole));
    }

    private String header() {
        if (texts.chance(12)) {
            return texts.one(List.of("", "{}", " ", "[]", "{ }", "null"));
        }
        List<String> members = new ArrayList<>();
        if (!texts.chance(10)) {
            members.add(texts.member(texts.chance(4) ? "indices" : "index", texts::indices));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            members.add(random.nextInt(members.size() + 1), option());
        }
        return texts.object(members);
    }

    private String option() {
        return switch (random.nextInt(11)) {
            case 0, 1, 2 ->
                texts.member(
                        texts.chance(4) ? "expandWildcards" : "expand_wildcards",
                        () -> texts.chance(3)
                                ? "[" + texts.joined(random.nextInt(3), () -> texts.quoted(texts.one(EXPAND))) + "]"
                                : texts.quoted(texts.one(EXPAND)));
            case 3 ->
                texts.member(
                        texts.chance(3) ? "ignoreUnavailable" : "ignore_unavailable",
                        () -> texts.one(List.of("true", "false", "\"true\"", "\"false\"")));
            case 4 -> texts.member("allow_no_indices", () -> texts.one(List.of("true", "false")));
            case 5 -> texts.member("preference", () -> texts.one(List.of("\"p\"", "\"_local\"", "\"_only_nodes:a\"")));
            case 6 -> texts.member("routing", () -> texts.one(List.of("\"r\"", "\"acme\"", "\"bolt\"", "\"a,b\"")));
            case 7 -> texts.member("search_type", () -> "\"query_then_fetch\"");
            case 8 -> texts.member("request_cache", () -> "true");
            case 9 ->
                texts.member(
                        texts.one(List.of(
                                "allow_partial_search_results",
                                "ccs_minimize_roundtrips",
                                "ignore_throttled",
                                "max_concurrent_shard_requests",
                                "type",
                                "types",
                                "project_routing",
                                "cancel_after_time_interval")),
                        texts::any);
            default -> texts.member(texts.chance(2) ? "indices" : "index", texts::indices);
        };
    }

    private String search() {
        return switch (random.nextInt(20)) {
            case 0 -> "";
            case 1 -> "{\"size\":0}";
            case 2, 3, 4 -> "{\"query\":{\"match_all\":{}}}";
            case 5, 6 -> "{\"query\":{\"term\":{\"a\":1}},\"size\":1}";
            case 7 -> "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"a\"}}}}";
            case 8 -> "{\"indices_boost\":[{" + texts.quoted(texts.element()) + ":1.5}]}";
            case 9 -> "{\"indices_boost\":{" + texts.quoted(texts.element()) + ":1.5}}";
            case 10, 11 -> pointInTime();
            case 12 -> "[]";
            case 13 -> "{\"query\":{\"bool\":{\"should\":[{\"term\":{\"tenant_id\":\"bolt\"}}]}}}";
            default -> "{}";
        };
    }

    private String pointInTime() {
        String id = texts.quoted(texts.chance(8) ? "unknown" : handle);
        String pit = texts.member("pit", () -> "{\"id\":" + id + "}");
        return switch (random.nextInt(9)) {
            case 0 -> "{\"query\":{\"match_all\":{}}}{" + pit + "}";
            case 1 -> "{\"aggs\":{" + pit + "}}";
            case 2 -> "{\"query\":{\"term\":{\"a\":\"pit\"}}}";
            case 3 -> "{\"_source\":[\"pit\"],\"size\":1}";
            case 4 -> "{\"size\":1," + pit + "}";
            case 5 -> "{" + pit + "," + texts.member("pit", texts::any) + "}";
            default -> "{" + pit + "}";
        };
    }

    private TenantNamesRequest anywhere() {
        String body = texts.mutated(search());
        String path =
                texts.one(List.of("/_search", "/_search", "/_count", "/_validate/query", "/_mapping", "/_refresh"));
        return new TenantNamesRequest(
                Kind.PATH,
                path.equals("/_mapping") ? "GET" : "POST",
                path + query(),
                path.equals("/_mapping") || path.equals("/_refresh") ? "" : body);
    }

    private TenantNamesRequest path() {
        String names = segment(texts.expression());
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> {
                String way = texts.one(BY_QUERY);
                String body = search();
                boolean searches = way.equals("_search");
                boolean fits = searches || body.startsWith("{\"query\":{") && !body.contains("size");
                yield request("POST", "/" + names + "/" + way, fits ? body : "{\"query\":{\"match_all\":{}}}");
            }
            case 3, 4 -> {
                String way = texts.one(WITHOUT_BODY);
                boolean changes = List.of("_refresh", "_forcemerge", "_flush").contains(way);
                yield request(changes ? "POST" : "GET", "/" + names + "/" + way, "");
            }
            case 5 -> request("DELETE", "/" + names, "");
            case 6 -> request(texts.one(List.of("GET", "HEAD")), "/" + names, "");
            case 7 ->
                request(
                        "GET",
                        texts.one(List.of("/_cat/indices/", "/_cat/count/", "/_cluster/health/", "/_resolve/index/"))
                                + names,
                        "");
            default -> request("POST", "/" + names + "/" + texts.one(List.of("_open", "_close")), "");
        };
    }

    private TenantNamesRequest request(String method, String path, String body) {
        return new TenantNamesRequest(Kind.PATH, method, path + query(), texts.mutated(body));
    }

    private TenantNamesRequest documents(Kind kind, String way) {
        List<String> members = new ArrayList<>();
        if (!texts.chance(6)) {
            members.add(texts.member("docs", () -> "[" + texts.joined(1 + random.nextInt(3), this::document) + "]"));
        }
        if (texts.chance(4)) {
            members.add(texts.member("ids", () -> "[" + texts.joined(1 + random.nextInt(2), this::id) + "]"));
        }
        if (kind == Kind.TERMS && texts.chance(4)) {
            members.add(texts.member(
                    "parameters", () -> "{" + texts.quoted("_index") + ":" + texts.quoted(texts.name()) + "}"));
        }
        String path = texts.chance(3) ? "/" + segment(texts.name()) + "/" + way : "/" + way;
        return new TenantNamesRequest(kind, "POST", path, texts.mutated(texts.object(members)));
    }

    private String id() {
        return texts.one(
                List.of("\"1\"", "\"2\"", "\"acme:1\"", "\"bolt:1\"", "\"logs:1\"", "1", "\"\"", "\"\\u0031\""));
    }

    private String document() {
        List<String> members = new ArrayList<>();
        if (!texts.chance(8)) {
            members.add(texts.member(texts.chance(12) ? "index" : "_index", () -> texts.quoted(texts.name())));
        }
        if (!texts.chance(12)) {
            members.add(texts.member(texts.chance(12) ? "id" : "_id", this::id));
        }
        if (texts.chance(4)) {
            members.add(
                    random.nextInt(members.size() + 1),
                    texts.one(List.of(
                            texts.member("routing", () -> "\"r\""),
                            texts.member("_routing", () -> "\"r\""),
                            texts.member("_source", () -> "false"),
                            texts.member("stored_fields", () -> "[\"a\"]"),
                            texts.member("_type", () -> "\"_doc\""),
                            texts.member("version", () -> "1"),
                            texts.member("doc", () -> "{\"_index\":\"bolt.logs\"}"),
                            texts.member("_index", () -> texts.quoted(texts.name())))));
        }
        return texts.object(members);
    }

    private TenantNamesRequest bulk() {
        String end = texts.chance(12) ? "\r\n" : "\n";
        String body = IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> item(end))
                .collect(Collectors.joining());
        String path = texts.chance(3) ? "/" + segment(texts.name()) + "/_bulk" : "/_bulk";
        return new TenantNamesRequest(Kind.BULK, "POST", path, texts.mutated(body));
    }

    private String item(String end) {
        String action = texts.one(List.of("index", "create", "update", "delete"));
        String line = "{" + texts.key(action) + ":" + (texts.chance(20) ? texts.any() : document()) + "}";
        String source = switch (action) {
            case "delete" -> "";
            case "update" ->
                texts.one(List.of(
                        "{\"doc\":{\"a\":1}}",
                        "{\"doc\":{\"tenant_id\":\"bolt\"}}",
                        "{\"doc\":{},\"upsert\":{\"a\":1}}",
                        "{\"doc\":{},\"doc_as_upsert\":true}"));
            default ->
                texts.one(List.of(
                        "{}",
                        "{\"a\":1}",
                        "{\"tenant_id\":\"bolt\"}",
                        "{\"a\":{\"tenant_id\":1}}",
                        "{\"baseIndex\":\"x\"}"));
        };
        return line + end + (source.isEmpty() ? "" : source + end);
    }

    private TenantNamesRequest aliases() {
        String body = texts.object(List.of(texts.member(
                "actions", () -> "[" + texts.joined(1 + random.nextInt(3), this::action) + "]")));
        return new TenantNamesRequest(Kind.ALIASES, "POST", "/_aliases", texts.mutated(body));
    }

    private String action() {
        List<String> members = new ArrayList<>();
        members.add(texts.member(texts.chance(3) ? "indices" : "index", texts::indices));
        members.add(texts.member(
                texts.chance(3) ? "aliases" : "alias",
                () -> texts.chance(3) ? "[" + texts.quoted(texts.name()) + "]" : texts.quoted(texts.name())));
        if (texts.chance(4)) {
            members.add(
                    random.nextInt(3),
                    texts.one(List.of(
                            texts.member("is_write_index", () -> "true"),
                            texts.member("must_exist", () -> "true"),
                            texts.member("index", texts::indices),
                            texts.member("aliases", texts::indices))));
        }
        String action = texts.one(List.of("add", "add", "remove", "remove_index"));
        if (action.equals("remove_index") && !texts.chance(4)) {
            members.remove(1);
        }
        return "{" + texts.key(action) + ":" + texts.object(members) + "}";
    }

    private TenantNamesRequest copy() {
        List<String> source = new ArrayList<>(List.of(texts.member("index", texts::indices)));
        if (texts.chance(4)) {
            source.add(
                    random.nextInt(2),
                    texts.one(List.of(
                            texts.member("size", () -> "7"),
                            texts.member("index", texts::indices),
                            texts.member("indices", texts::indices),
                            texts.member("remote", () -> "{\"host\":\"http://a:9200\"}"))));
        }
        List<String> destination = new ArrayList<>(List.of(texts.member("index", () -> texts.quoted(texts.name()))));
        if (texts.chance(4)) {
            destination.add(texts.one(List.of(
                    texts.member("routing", () -> "\"=r\""),
                    texts.member("op_type", () -> "\"create\""),
                    texts.member("index", () -> texts.quoted(texts.name())))));
        }
        List<String> members = new ArrayList<>();
        members.add(texts.key("source") + ":" + texts.object(source));
        members.add(random.nextInt(2), texts.key("dest") + ":" + texts.object(destination));
        if (texts.chance(6)) {
            members.add(
                    random.nextInt(3),
                    texts.one(List.of(
                            texts.member("conflicts", () -> "\"proceed\""),
                            texts.member("max_docs", () -> "7"),
                            texts.member("dest", () -> "{\"index\":" + texts.quoted(texts.name()) + "}"))));
        }
        return new TenantNamesRequest(Kind.COPY, "POST", "/_reindex", texts.mutated(texts.object(members)));
    }
}
