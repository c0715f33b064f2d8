package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.LOGS;
import static io.sluice.dist.EqualDocuments.ORDERS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.filters.tenant.endpoint.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** A random request for each endpoint that reads. Endpoints of handles are gone through by {@link EqualHandles}. */
final class EqualRequests {

    /** Requests whose indices, if any, are named only in the body; without handles. */
    private static final Set<String> ANYWHERE = Set.of("/_search");

    private final EqualDice dice;
    private final EqualDocuments documents;
    private final EqualSearches searches;
    private final EqualParameters parameters;
    private final EqualIndices indices;
    private final boolean apart;
    private final boolean oneIndex;
    private final boolean ownFields;
    private final boolean routings;
    private final Map<String, Function<Endpoint, EqualRequest>> rows = new TreeMap<>();
    private final List<Endpoint> allowed;

    EqualRequests(EqualDice dice, EqualDocuments documents, EqualSearches searches, EqualTables tables) {
        this.dice = dice;
        this.documents = documents;
        this.searches = searches;
        this.indices = documents.indices();
        this.apart = tables.apart();
        this.oneIndex = tables.layout().oneIndexARequest();
        this.ownFields = tables.ownFields();
        this.routings = tables.layout().routings();
        this.parameters = new EqualParameters(dice, documents, tables);
        documents();
        searching();
        about();
        this.allowed = tables.endpoints().stream()
                .filter(row -> rows.containsKey(key(row)) && !(oneIndex && ANYWHERE.contains(row.path())))
                .toList();
    }

    EqualParameters parameters() {
        return parameters;
    }

    static String key(Endpoint row) {
        return String.join(" ", row.methods()) + " " + row.path();
    }

    Set<String> endpoints() {
        return new TreeSet<>(rows.keySet());
    }

    List<Endpoint> allowed() {
        return allowed;
    }

    EqualRequest of(Endpoint endpoint) {
        return rows.get(key(endpoint)).apply(endpoint);
    }

    /** A search with the body. */
    EqualRequest search(Endpoint endpoint, ObjectNode body) {
        return request(endpoint, indices.some(), "_search", body);
    }

    private String index() {
        return indices.one();
    }

    private String id() {
        return dice.in(10) ? "absent" : documents.id();
    }

    private EqualRequest request(Endpoint endpoint, String some, String action, ObjectNode body, String... own) {
        boolean all = endpoint.path().contains("[{indices}]") && !oneIndex && dice.in(4);
        String path =
                all || !endpoint.path().contains("{ind") && !endpoint.path().contains("[{")
                        ? "/" + action
                        : "/" + some + "/" + action;
        String target = body.has("query") ? parameters.beside(endpoint, path, own) : parameters.on(endpoint, path, own);
        return sent(endpoint, dice.of(endpoint.methods()), target, body);
    }

    private EqualRequest sent(Endpoint endpoint, String method, String target, ObjectNode body) {
        boolean total = EqualSearches.isTotal(body) || target.contains("uid");
        // Beside an empty body a server does not know a query in the URL, unless it is a search.
        boolean none = body.isEmpty() && (dice.in(2) || !apart && target.matches("(?!.*_search).*[?&]q=.*"));
        return new EqualRequest(key(endpoint), method, target, none ? "" : dice.shuffled(body), total, false);
    }

    private EqualRequest bare(Endpoint endpoint, String path, String... own) {
        return new EqualRequest(key(endpoint), dice.of(endpoint.methods()), parameters.on(endpoint, path, own), "");
    }

    private void documents() {
        rows.put("GET HEAD /{index}/_doc/{id}", row -> {
            String answer = documents.answerId();
            if (dice.in(6)) {
                String[] routing =
                        routings ? new String[] {"routing", EqualDocuments.questionOf(answer)} : new String[0];
                return bare(row, "/logs/_doc/" + answer, routing);
            }
            return bare(row, "/" + index() + "/_doc/" + id());
        });
        rows.put("GET HEAD /{index}/_source/{id}", row -> bare(row, "/" + index() + "/_source/" + id()));
        rows.put("GET POST /_mget", row -> {
            ArrayNode docs = a();
            for (int i = dice.between(1, 4); i > 0; i--) {
                ObjectNode doc = o("_index", index(), "_id", id());
                dice.sometimes(doc, 4, "_source", dice.of(false, a("n", "k"), o("includes", "t*")));
                if (apart) {
                    // A shard that it does not lie on, mostly.
                    dice.sometimes(doc, 8, "routing", "q1");
                }
                dice.sometimes(doc, 8, "stored_fields", a("tv"));
                docs.add(doc);
            }
            return sent(row, dice.of(row.methods()), parameters.on(row, "/_mget"), o("docs", docs));
        });
        rows.put("GET POST /{index}/_mget", row -> {
            ObjectNode body = dice.in(2)
                    ? o("ids", a(id(), id(), id()))
                    : o("docs", a(o("_id", id()), o("_id", id(), "_index", indices.named(ORDERS))));
            return sent(row, dice.of(row.methods()), parameters.on(row, "/" + index() + "/_mget"), body);
        });
    }

    private void searching() {
        rows.put("GET POST /_search", row -> request(row, "", "_search", searches.any()));
        rows.put("GET POST /{indices}/_search", row -> {
            ObjectNode body = dice.in(5) ? o() : searches.any();
            return body.isEmpty()
                    ? request(row, indices.some(), "_search", body, "q", q(), "sort", "uid")
                    : request(row, indices.some(), "_search", body);
        });
        rows.put("GET POST /_msearch", this::several);
        rows.put("GET POST /{indices}/_msearch", this::several);
        rows.put("GET POST /[{indices}]/_count", row -> {
            ObjectNode query = query();
            return request(row, indices.some(), "_count", query);
        });
        rows.put("GET POST /[{indices}]/_validate/query", row -> {
            ObjectNode query = query();
            return request(row, indices.some(), "_validate/query", query);
        });
        rows.put("GET POST /{index}/_explain/{id}", row -> {
            ObjectNode query = query();
            return request(row, index(), "_explain/" + id(), query);
        });
        rows.put("GET POST /[{indices}]/_field_caps", row -> {
            ObjectNode filter = searches.queries().any();
            // A keyword leaves no index out.
            boolean fit = ownFields && !(oneIndex && filter.toString().contains("_index"));
            ObjectNode body = fit && dice.in(2) ? o("index_filter", filter) : o();
            String fields = dice.of("*", "n,k", "items*", "nosuch");
            return request(row, indices.some(), "_field_caps", body, "fields", fields);
        });
    }

    private String q() {
        return dice.of("t:" + dice.word(), "n:[1 TO 9]", dice.word());
    }

    private ObjectNode query() {
        return dice.in(4) ? o() : o("query", searches.queries().any());
    }

    private EqualRequest several(Endpoint row) {
        StringBuilder lines = new StringBuilder();
        boolean total = true;
        String home = row.path().contains("{") ? indices.some() : "";
        for (int i = dice.between(1, 4); i > 0; i--) {
            boolean bare = oneIndex && !home.isEmpty() && dice.in(2);
            if (bare) {
                indices.stayIn(home);
            }
            JsonNode body = searches.any();
            ObjectNode header = bare ? o() : header();
            dice.sometimes(header, 4, "ignore_unavailable", true);
            dice.sometimes(header, 5, "expand_wildcards", "open");
            total &= EqualSearches.isTotal(body);
            lines.append(dice.shuffled(header))
                    .append('\n')
                    .append(dice.shuffled(body))
                    .append('\n');
        }
        String path = home.isEmpty() ? "/_msearch" : "/" + home + "/_msearch";
        return new EqualRequest(
                key(row), dice.of(row.methods()), parameters.on(row, path), lines.toString(), total, false);
    }

    private ObjectNode header() {
        return oneIndex
                ? o(dice.of("index", "indices"), dice.in(2) ? a(indices.one()) : indices.one())
                : dice.of(
                        o(),
                        o("index", indices.some()),
                        o("indices", a(LOGS, ORDERS)),
                        o("index", a("logs"), "search_type", "dfs_query_then_fetch"));
    }

    /** The path up to an endpoint that may be for all indices. */
    private String orAll(int one) {
        return !oneIndex && dice.in(one) ? "/" : "/" + indices.some() + "/";
    }

    private void about() {
        rows.put("GET /{indices}", row -> bare(row, "/" + indices.some()));
        rows.put("HEAD /{indices}", row -> bare(row, "/" + indices.some()));
        rows.put("GET /[{indices}]/_mapping", row -> bare(row, orAll(3) + "_mapping"));
        rows.put("GET /[{indices}]/_mappings", row -> bare(row, orAll(3) + "_mappings"));
        rows.put("GET /[{indices}]/_mapping/field/{fields}", row -> {
            String fields = dice.of("n", "n,k", "t*", "nosuch", "items.*");
            return bare(row, orAll(3) + "_mapping/field/" + fields);
        });
        rows.put("GET /[{indices}]/_settings", row -> bare(row, orAll(3) + "_settings"));
        rows.put(
                "GET /_cat/indices/[{indices}]",
                row -> bare(
                        row,
                        dice.in(3) ? "/_cat/indices" : "/_cat/indices/" + indices.some(),
                        "h",
                        dice.of("index,pri,rep,docs.count", "i,dc,status", "h,health,index"),
                        "format",
                        "json"));
        rows.put(
                "GET /_cat/count/[{indices}]",
                row -> bare(
                        row,
                        dice.in(3) ? "/_cat/count" : "/_cat/count/" + indices.some(),
                        "h",
                        "count",
                        "format",
                        "json"));
        rows.put("GET HEAD /", row -> bare(row, "/"));
    }
}
