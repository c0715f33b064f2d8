package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.util.Set;

/** Scrolls and points in time, page by page: each side gets back its own handles. */
final class EqualHandles {

    private static final String SEARCH = "GET POST /{indices}/_search";
    private static final String AT_A_POINT = "GET POST /_search";
    private static final String NEXT = "GET POST /_search/scroll";
    private static final String CLEAR = "DELETE /_search/scroll";
    private static final String OPEN = "POST /{indices}/_pit";
    private static final String CLOSE = "DELETE /_pit";
    private static final String OPEN_2 = "POST /{indices}/_search/point_in_time";
    private static final String CLOSE_2 = "DELETE /_search/point_in_time";

    private final EqualServers servers;
    private final EqualDice dice;
    private final EqualSearches searches;

    EqualHandles(EqualServers servers, EqualDice dice, EqualSearches searches) {
        this.servers = servers;
        this.dice = dice;
        this.searches = searches;
    }

    static Set<String> endpoints() {
        return Set.of(NEXT, CLEAR, OPEN, CLOSE, OPEN_2, CLOSE_2);
    }

    /** Goes through all pages of a scroll. */
    void scroll() throws IOException, InterruptedException {
        ObjectNode body =
                o("query", searches.queries().any(), "size", dice.between(2, 15), "sort", a(o("n", "asc"), "uid"));
        EqualServers.Both page = servers.send(
                new EqualRequest(
                        SEARCH,
                        "POST",
                        "/" + searches.indices().of("logs", "*", "l*,orders") + "/_search?scroll=1m",
                        dice.shuffled(body)),
                "scroll");
        for (int i = 0; i < 20 && page.direct().json().at("/hits/hits").size() > 0; i++) {
            page = dice.in(3) ? nextByParameter(page) : next(page);
        }
        if (page.direct().json().has("_scroll_id")) {
            servers.send(cleared(page.relayed()), cleared(page.direct()), "clear scroll");
            next(page);
        }
    }

    private EqualServers.Both next(EqualServers.Both page) throws IOException, InterruptedException {
        return servers.send(next(page.relayed()), next(page.direct()), "next of scroll");
    }

    private static EqualRequest next(TenantGateway.Answer page) throws IOException {
        return new EqualRequest(
                NEXT,
                "POST",
                "/_search/scroll",
                o("scroll", "1m", "scroll_id", id(page, "_scroll_id")).toString());
    }

    private EqualServers.Both nextByParameter(EqualServers.Both page) throws IOException, InterruptedException {
        String target = "/_search/scroll?scroll=1m&scroll_id=";
        return servers.send(
                new EqualRequest(NEXT, "GET", target + encoded(id(page.relayed(), "_scroll_id")), ""),
                new EqualRequest(NEXT, "GET", target + encoded(id(page.direct(), "_scroll_id")), ""),
                "next of scroll by parameter");
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static EqualRequest cleared(TenantGateway.Answer page) throws IOException {
        return new EqualRequest(
                CLEAR,
                "DELETE",
                "/_search/scroll",
                o("scroll_id", a(id(page, "_scroll_id"))).toString());
    }

    private static String id(TenantGateway.Answer answer, String name) throws IOException {
        return answer.json().path(name).asText();
    }

    /** Goes through all pages of a point in time; on a server that has other endpoints for them, sees that these are refused alike. */
    void pointInTime() throws IOException, InterruptedException {
        boolean elastic = servers.kind() == ServerKind.ELASTICSEARCH_7;
        ObjectNode body = o(
                "query",
                searches.queries().any(),
                "size",
                dice.between(3, 20),
                "sort",
                a(o("n", dice.of("asc", "desc")), "uid"));
        dice.sometimes(body, 3, "aggs", searches.aggregations().any());
        // In the same order on both sides, since a server stops at the first error.
        body = (ObjectNode) EqualDice.MAPPER.readTree(dice.shuffled(body));
        String indices = searches.indices().of("logs", "*", "logs,orders");
        String action = elastic ? "/_pit?keep_alive=1m" : "/_search/point_in_time?keep_alive=1m";
        String name = elastic ? "id" : "pit_id";
        EqualServers.Both opened = servers.send(
                new EqualRequest(elastic ? OPEN : OPEN_2, "POST", "/" + indices + action, "", true, true),
                "open point in time");
        ObjectNode relayed = body.deepCopy().set("pit", o("id", id(opened.relayed(), name), "keep_alive", "1m"));
        ObjectNode direct = body.deepCopy().set("pit", o("id", id(opened.direct(), name), "keep_alive", "1m"));
        for (int i = 0; i < 12; i++) {
            EqualServers.Both page = servers.send(
                    new EqualRequest(AT_A_POINT, "POST", "/_search", relayed.toString()),
                    new EqualRequest(AT_A_POINT, "POST", "/_search", direct.toString()),
                    "pit");
            int found = page.direct().json().at("/hits/hits").size();
            if (found == 0 || page.relayed().json().at("/hits/hits").size() != found) {
                break;
            }
            String last = "/hits/hits/" + (found - 1) + "/sort";
            relayed.set("search_after", page.relayed().json().at(last));
            direct.set("search_after", page.direct().json().at(last));
        }
        servers.send(closed(elastic, opened.relayed()), closed(elastic, opened.direct()), "close point in time");
    }

    private static EqualRequest closed(boolean elastic, TenantGateway.Answer opened) throws IOException {
        return elastic
                ? new EqualRequest(
                        CLOSE, "DELETE", "/_pit", o("id", id(opened, "id")).toString())
                : new EqualRequest(
                        CLOSE_2,
                        "DELETE",
                        "/_search/point_in_time",
                        o("pit_id", a(id(opened, "pit_id"))).toString(),
                        true,
                        true);
    }
}
