package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.LOGS;
import static io.sluice.dist.EqualDocuments.ORDERS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Searches of several indices in the nested layout, using only fields with one name in all of them. Hits are compared
 * in the test's own order, because a server orders equal hits by shard.
 */
final class EqualSeveral {

    private static final String SEARCH = "GET POST /{indices}/_search";
    private static final String ANYWHERE = "GET POST /_search";
    private static final String COUNT = "GET POST /[{indices}]/_count";
    private static final String MSEARCH = "GET POST /_msearch";
    private static final String NEXT = "GET POST /_search/scroll";

    private static final int REQUESTS = 60;
    private static final int ALL = 1000;

    private final EqualServers servers;
    private final EqualDice dice;

    EqualSeveral(EqualServers servers, EqualDice dice) {
        this.servers = servers;
        this.dice = dice;
    }

    void run() throws IOException, InterruptedException {
        for (int i = 0; i < REQUESTS; i++) {
            switch (dice.below(6)) {
                case 0 -> count();
                case 1 -> several();
                case 2 -> scroll();
                case 3 -> anywhere();
                default -> search();
            }
        }
    }

    private String indices() {
        return dice.of(
                "logs,orders",
                "orders,logs",
                "l*",
                "*",
                "_all",
                "*,-orders",
                "*,-l*",
                "l*,o*,-*s,logs",
                "lo*,ord*",
                "orders,l*",
                "*s,-lost*",
                "logs,logs,orders",
                EqualDocuments.MISSING + "*",
                "l*,-" + EqualDocuments.MISSING + "*");
    }

    private void search() throws IOException, InterruptedException {
        String target = "/" + indices() + "/_search" + dice.of("", "", "?size=1000&sort=_index", "?q=" + dice.word());
        boolean byUrl = target.contains("?q=");
        compare(new EqualRequest(SEARCH, "POST", target, byUrl ? o("size", ALL).toString() : body()));
    }

    private void anywhere() throws IOException, InterruptedException {
        compare(new EqualRequest(ANYWHERE, "POST", "/_search", body()));
        compare(new EqualRequest(ANYWHERE, "GET", "/_search?size=1000&index=logs,orders", ""));
    }

    private void count() throws IOException, InterruptedException {
        String path = dice.of("/_count", "/" + indices() + "/_count");
        compare(new EqualRequest(
                COUNT, "POST", path, dice.in(3) ? "" : o("query", query(2)).toString()));
    }

    private void several() throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        for (int i = dice.between(1, 4); i > 0; i--) {
            JsonNode header = dice.of(
                    o("index", indices()),
                    o("index", a(LOGS, ORDERS)),
                    o("indices", a("l*", ORDERS)),
                    o("index", LOGS),
                    o());
            lines.append(header).append('\n').append(body()).append('\n');
        }
        compare(new EqualRequest(MSEARCH, "POST", "/_msearch", lines.toString()));
    }

    private void scroll() throws IOException, InterruptedException {
        ObjectNode body = o("query", query(1), "size", dice.between(5, 30), "sort", a("_index"));
        EqualServers.Both page =
                ask(new EqualRequest(SEARCH, "POST", "/" + indices() + "/_search?scroll=1m", body.toString()));
        ObjectNode relayed = o("hits", o("hits", a()));
        ObjectNode direct = relayed.deepCopy();
        int found = 1;
        for (int i = 0; i < 40 && found > 0; i++) {
            add(relayed, page.relayed());
            found = add(direct, page.direct());
            page = found > 0 ? servers.ask(next(page.relayed()), next(page.direct())) : page;
        }
        sort(relayed);
        sort(direct);
        EqualRequest whole = new EqualRequest(SEARCH, "POST", "all pages of a scroll", body.toString());
        servers.compare(
                whole, new EqualServers.Both(of(page.relayed(), relayed), of(page.direct(), direct)), "several");
    }

    private static int add(ObjectNode all, TenantGateway.Answer page) throws IOException {
        JsonNode hits = page.json().at("/hits/hits");
        hits.forEach(hit -> ((ArrayNode) all.at("/hits/hits")).add(hit));
        return hits.size();
    }

    private static EqualRequest next(TenantGateway.Answer page) throws IOException {
        String id = page.json().path("_scroll_id").asText();
        return new EqualRequest(
                NEXT,
                "POST",
                "/_search/scroll",
                o("scroll", "1m", "scroll_id", id).toString());
    }

    private String body() {
        ObjectNode body = o("size", ALL, "track_total_hits", dice.of(true, true, 20, false));
        dice.sometimes(body, 2, "query", query(2));
        dice.sometimes(body, 3, "sort", dice.of(a("_index"), a("_score", o("_index", "desc")), a("_doc")));
        dice.sometimes(body, 4, "_source", dice.in(2));
        dice.sometimes(body, 4, "version", true);
        dice.sometimes(body, 4, "track_scores", true);
        dice.sometimes(body, 4, "post_filter", query(1));
        // Of a keyword OpenSearch also counts distinct values of documents that score too little.
        boolean least = dice.in(6);
        dice.sometimes(body, 3, least ? "min_score" : "aggs", least ? 1.5 : aggregations());
        return body.toString();
    }

    private ObjectNode aggregations() {
        ObjectNode byIndex = o("terms", o("field", "_index"));
        dice.sometimes(byIndex, 3, "aggs", o("f", o("filter", query(1))));
        return dice.of(
                o("i", byIndex),
                o("f", o("filter", query(1), "aggs", o("i", byIndex))),
                o("f", o("filters", o("filters", o("x", query(1), "y", query(1))))),
                o("c", o("value_count", o("field", "_index")), "d", o("cardinality", o("field", "_index"))));
    }

    private ObjectNode query(int depth) {
        List<Supplier<ObjectNode>> forms = List.of(
                () -> o("match_all", o()),
                () -> o("term", o("_index", dice.of(LOGS, ORDERS, "lost"))),
                () -> o("terms", o("_index", a(ORDERS, "lost"))),
                () -> o("wildcard", o("_index", dice.of("l*", "*s", "o*"))),
                () -> o("exists", o("field", "_index")),
                () -> o("query_string", o("query", dice.words(1, 3))),
                () -> o("query_string", o("query", dice.word() + dice.of(" AND ", " OR ", " -") + dice.word())),
                () -> o("simple_query_string", o("query", dice.words(1, 3))),
                () -> o("multi_match", o("query", dice.words(1, 2))),
                () -> o("constant_score", o("filter", query(depth - 1), "boost", 2)),
                () -> o("bool", o("must_not", a(query(depth - 1)))),
                () -> o("bool", o("must", a(query(depth - 1)), "should", a(query(depth - 1), query(depth - 1)))));
        return dice.of(depth > 0 ? forms : forms.subList(0, forms.size() - 3)).get();
    }

    private void compare(EqualRequest request) throws IOException, InterruptedException {
        EqualServers.Both both = ask(request);
        servers.compare(
                request, new EqualServers.Both(comparable(both.relayed()), comparable(both.direct())), "several");
    }

    private EqualServers.Both ask(EqualRequest request) throws IOException, InterruptedException {
        return servers.ask(request, request);
    }

    /** Hits in one order, and nothing of the shards, of which a server has some for each index. */
    private static TenantGateway.Answer comparable(TenantGateway.Answer answer) throws IOException {
        if (answer == TenantGateway.Answer.NONE) {
            return answer;
        }
        JsonNode json = answer.json();
        if (!(json instanceof ObjectNode whole)) {
            return answer;
        }
        if (whole.has("responses")) {
            whole.path("responses").forEach(response -> sort((ObjectNode) response));
        }
        sort(whole);
        return of(answer, whole);
    }

    private static TenantGateway.Answer of(TenantGateway.Answer answer, ObjectNode json) {
        return new TenantGateway.Answer(answer.status(), json.toString(), answer.whole());
    }

    private static void sort(ObjectNode answer) {
        answer.remove("_shards");
        if (!answer.at("/hits/hits").isArray()) {
            return;
        }
        // Without any index, a server returns a maximum score of 0.0 and no aggregations.
        if (answer.at("/hits/hits").isEmpty()) {
            ((ObjectNode) answer.get("hits")).remove("max_score");
            answer.remove("aggregations");
        }
        List<ObjectNode> hits = new ArrayList<>();
        answer.at("/hits/hits").forEach(hit -> hits.add((ObjectNode) hit));
        boolean byPlace = hits.stream().anyMatch(hit -> hit.at("/sort/0").isInt());
        if (byPlace) {
            hits.forEach(hit -> hit.remove("sort"));
        }
        ArrayNode order = ((ObjectNode) answer.get("hits")).putArray("order");
        hits.forEach(hit -> order.add(hit.has("sort") ? hit.get("sort") : a()));
        hits.sort(Comparator.comparing(hit -> hit.path("_index") + "/" + hit.path("_id")));
        ArrayNode sorted = ((ObjectNode) answer.get("hits")).putArray("hits");
        hits.forEach(sorted::add);
    }
}
