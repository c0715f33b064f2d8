package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.LOGS;
import static io.sluice.dist.EqualDocuments.ORDERS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.filters.tenant.endpoint.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** A random request for each endpoint that writes documents. */
final class EqualWrites {

    private final EqualDice dice;
    private final EqualDocuments documents;
    private final EqualQueries queries;
    private final EqualParameters parameters;
    private final boolean apart;
    private final boolean routings;
    private final List<String> wrongNames;
    private final Map<String, Function<Endpoint, EqualRequest>> rows = new TreeMap<>();
    private final List<Endpoint> allowed;

    EqualWrites(
            EqualDice dice, EqualDocuments documents, EqualRequests reads, EqualQueries queries, EqualTables tables) {
        this.dice = dice;
        this.documents = documents;
        this.queries = queries;
        this.parameters = reads.parameters();
        this.apart = tables.apart();
        this.routings = tables.layout().routings();
        this.wrongNames = tables.layout().wrongNames();
        single();
        several();
        this.allowed = tables.endpoints().stream()
                .filter(row -> rows.containsKey(EqualRequests.key(row)))
                .toList();
    }

    Set<String> endpoints() {
        return new TreeSet<>(rows.keySet());
    }

    List<Endpoint> allowed() {
        return allowed;
    }

    EqualRequest of(Endpoint endpoint) {
        return rows.get(EqualRequests.key(endpoint)).apply(endpoint);
    }

    /** A place for a document, and a document that may lie there. */
    private record Place(String index, String id, String routing, ObjectNode document) {

        String[] url() {
            return routing.isEmpty() ? new String[0] : new String[] {"routing", routing};
        }
    }

    private Place place() {
        if (dice.in(6)) {
            String id = documents.questionId();
            return new Place(LOGS, id, "", documents.question(id));
        }
        if (dice.in(6)) {
            String id = documents.answerId();
            return new Place(LOGS, id, routings ? EqualDocuments.questionOf(id) : "", documents.answer(id));
        }
        String index = dice.in(3) ? ORDERS : LOGS;
        String id = documents.id();
        return new Place(index, id, "", documents.document(index, id));
    }

    private EqualRequest request(Endpoint row, String action, Place place, ObjectNode body) {
        String path = "/" + place.index() + "/" + action + "/" + place.id();
        return new EqualRequest(
                EqualRequests.key(row),
                dice.of(row.methods()),
                parameters.on(row, path, place.url()),
                body.isEmpty() ? "" : dice.shuffled(body));
    }

    private void single() {
        rows.put("PUT POST /{index}/_doc/{id}", row -> {
            Place place = place();
            return request(row, "_doc", place, dice.in(12) ? o("n", "no number") : place.document());
        });
        rows.put("PUT POST /{index}/_create/{id}", row -> {
            Place place = place();
            return request(row, "_create", place, place.document());
        });
        rows.put("DELETE /{index}/_doc/{id}", row -> request(row, "_doc", place(), o()));
        rows.put("POST /{index}/_update/{id}", row -> {
            Place place = place();
            return request(row, "_update", place, update(place));
        });
        rows.put(
                "POST /{index}/_doc",
                row -> new EqualRequest(
                        EqualRequests.key(row),
                        "POST",
                        parameters.on(row, "/logs/_doc"),
                        dice.shuffled(documents.document("auto", "0")),
                        true,
                        true));
    }

    private ObjectNode update(Place place) {
        ObjectNode change = o("n", dice.below(30), "tags", a(dice.word()));
        ObjectNode update = dice.ofFirst(
                apart ? 6 : 4,
                o("doc", change),
                o("doc", change, "upsert", place.document()),
                o("doc", place.document(), "doc_as_upsert", true),
                o("doc", o(), "detect_noop", dice.in(2)),
                o(
                        "script",
                        o("source", "ctx._source.n += params.by", "params", o("by", 3)),
                        "upsert",
                        place.document()),
                o("script", "ctx.op = 'none'"));
        dice.sometimes(update, 4, "_source", dice.of(true, a("n")));
        return update;
    }

    private void several() {
        rows.put("POST PUT /_bulk", row -> bulk(row, "/_bulk", ""));
        rows.put("POST PUT /{index}/_bulk", row -> {
            String index = dice.of(LOGS, ORDERS);
            return bulk(row, "/" + index + "/_bulk", index);
        });
        rows.put("POST /{indices}/_delete_by_query", row -> byQuery(row, "_delete_by_query"));
        rows.put("POST /{indices}/_update_by_query", row -> byQuery(row, "_update_by_query"));
    }

    private EqualRequest bulk(Endpoint row, String path, String index) {
        String target = parameters.on(row, path);
        // Of an item that the gateway rejects, filter_path would leave less, and a server would first see that it is no
        // alias.
        boolean wrongNamesToo = !target.contains("filter_path") && !target.contains("require_alias");
        StringBuilder lines = new StringBuilder();
        for (int i = dice.between(1, 25); i > 0; i--) {
            item(lines, index, wrongNamesToo);
        }
        return new EqualRequest(EqualRequests.key(row), dice.of(row.methods()), target, lines.toString());
    }

    private void item(StringBuilder lines, String index, boolean wrongNamesToo) {
        Place place = place();
        String operation = dice.of("index", "index", "create", "update", "delete");
        ObjectNode action = o("_id", place.id());
        if (!place.index().equals(index) || dice.in(3)) {
            boolean wrong = wrongNamesToo && !operation.equals("delete") && dice.in(20);
            action.put("_index", wrong ? dice.of(wrongNames) : place.index());
        }
        if (!place.routing().isEmpty()) {
            action.put("routing", place.routing());
        }
        if (apart && place.index().equals(action.path("_index").asText(place.index()))) {
            dice.sometimes(action, 12, "if_seq_no", dice.below(9));
        }
        if (action.has("if_seq_no")) {
            action.put("if_primary_term", 1);
        }
        if (operation.equals("update")) {
            dice.sometimes(action, 4, "retry_on_conflict", action.has("if_seq_no") ? 0 : 2);
        } else {
            dice.sometimes(action, 8, "require_alias", false);
        }
        lines.append(dice.shuffled(o(operation, action))).append('\n');
        switch (operation) {
            case "index", "create" ->
                lines.append(dice.shuffled(place.document())).append('\n');
            case "update" -> lines.append(dice.shuffled(update(place))).append('\n');
            default -> {}
        }
    }

    private EqualRequest byQuery(Endpoint row, String action) {
        ObjectNode body = o("query", o("bool", o("filter", a(o("term", o("n", dice.below(30))), queries.any()))));
        dice.sometimes(body, 6, "max_docs", 100);
        dice.sometimes(body, 6, "conflicts", "proceed");
        if (apart) {
            dice.sometimes(body, 6, "slice", o("id", 0, "max", 2));
        }
        if (apart && action.startsWith("_update")) {
            dice.sometimes(body, 3, "script", o("source", "ctx._source.n += 1"));
        }
        String indices = documents.indices().of(LOGS, ORDERS, "*", "l*,orders", EqualDocuments.MISSING);
        return new EqualRequest(
                EqualRequests.key(row),
                "POST",
                parameters.beside(row, "/" + indices + "/" + action),
                dice.shuffled(body));
    }
}
