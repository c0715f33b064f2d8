package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.LOGS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Scores where others' documents lie in the same index, which count in them: a document has the score, and hits have the order, that the
 * query alone gives in the whole index; the tenant's filter adds nothing and takes nothing away. Where scores are constant, the query
 * finds the same documents.
 */
final class EqualScores {

    private static final int DOCUMENTS = 40;
    private static final int QUERIES = 40;
    private static final String EMPTY = "200 []";

    private final EqualServers servers;
    private final EqualLayout layout;
    private final EqualDice dice;
    private final EqualDocuments documents;

    EqualScores(EqualServers servers, EqualLayout layout, EqualDice dice) {
        this.servers = servers;
        this.layout = layout;
        this.dice = dice;
        this.documents = new EqualDocuments(dice, servers.kind(), layout);
    }

    /** Descriptions of the differences. */
    List<String> differences(String tenant) throws IOException, InterruptedException {
        servers.clear();
        servers.compare(tenant);
        List<String> others =
                EqualRound.TENANTS.stream().filter(name -> !name.equals(tenant)).toList();
        new EqualMaker(servers, layout, tenant, others).make(documents.indexWithStatistics());
        for (String name : EqualRound.TENANTS) {
            servers.sendAs(name, new EqualRequest("", "POST", "/logs/_bulk", bulk()));
        }
        servers.operate("POST", "/_refresh", "");
        String action = layout.routings() ? "/_search" : "/_search?routing=" + tenant;
        List<String> differences = new ArrayList<>();
        int hits = 0;
        for (int i = 0; i < QUERIES; i++) {
            Function<String, ObjectNode> query = query();
            ObjectNode asked = search(query, "");
            ObjectNode whole = search(query, layout.places().fieldPrefix(LOGS));
            whole.set("post_filter", o("term", o(layout.places().markField(), layout.mark(tenant, LOGS))));
            String found = shown(servers.as(tenant, "POST", "/logs/_search", asked.toString()));
            String expected =
                    shown(servers.asked("POST", "/" + layout.places().index(tenant, LOGS) + action, whole.toString()));
            hits += found.length() - EMPTY.length();
            if (!found.equals(expected)) {
                differences.add(layout + " scores of " + asked + "\n  " + found + "\n  " + expected);
            }
        }
        if (hits == 0) {
            differences.add(layout + " scores of no hit");
        }
        return differences;
    }

    private String bulk() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < DOCUMENTS; i++) {
            String id = String.valueOf(i);
            lines.append(o("index", o("_id", id))).append('\n');
            lines.append(documents.document(LOGS, id)).append('\n');
        }
        return lines.toString();
    }

    private static ObjectNode search(Function<String, ObjectNode> query, String prefix) {
        return o("query", query.apply(prefix), "size", 200, "sort", a("_score", prefix + "uid"));
    }

    /** A query as a function of the prefix of field names. */
    private Function<String, ObjectNode> query() {
        String text = dice.words(1, 4);
        String word = dice.word();
        List<Supplier<Function<String, ObjectNode>>> forms = List.of(
                () -> at -> o("match", o(at + "t", text)),
                () -> at -> o("match_phrase", o(at + "tv", o("query", text, "slop", 9))),
                () -> at -> o("multi_match", o("query", text, "fields", a(at + "t^2", at + "tv"))),
                () -> at ->
                        o("multi_match", o("query", text, "type", "cross_fields", "fields", a(at + "t", at + "tv"))),
                () -> at -> o("query_string", o("query", text, "default_field", at + "tv")),
                () -> at -> o("term", o(at + "k", o("value", word, "boost", 2))),
                () -> at -> o(
                        "bool",
                        o(
                                "should",
                                a(o("match", o(at + "t", text)), o("term", o(at + "tags", word))),
                                "must_not",
                                a(o("term", o(at + "n", 3))))),
                () -> at ->
                        o("dis_max", o("queries", a(o("match", o(at + "t", text)), o("match", o(at + "tv", text))))),
                () -> at -> o(
                        "function_score",
                        o(
                                "query",
                                o("match", o(at + "t", text)),
                                "field_value_factor",
                                o("field", at + "n", "modifier", "log1p"))),
                () -> at -> o("nested", o("path", at + "items", "query", o("match", o(at + "items.t", text)))),
                () -> at -> o(
                        "span_near", o("clauses", a(o("span_term", o(at + "tv", word))), "slop", 3, "in_order", true)),
                () -> at -> o("fuzzy", o(at + "t", o("value", word.replace('e', 'a')))));
        return dice.of(layout.ownFields() ? forms : forms.subList(0, forms.size() - 2))
                .get();
    }

    private String shown(TenantGateway.Answer answer) throws IOException {
        List<String> hits = new ArrayList<>();
        for (JsonNode hit : answer.json().at("/hits/hits")) {
            JsonNode sort = hit.path("sort");
            hits.add((layout.constantScores() ? sort.path(1) : sort).toString());
        }
        if (layout.constantScores()) {
            hits.sort(null);
        }
        return answer.status() + " " + hits;
    }
}
