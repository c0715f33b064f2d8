package io.sluice.dist;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.ServerKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Random requests of one tenant that read: those of the test of equivalence, of which most are changed so that they fail or look further. */
final class InterferenceRequests {

    private static final String SEARCH = "/{indices}/_search";
    private static final String COUNT = "/[{indices}]/_count";

    private final EqualDice dice;
    private final EqualSearches searches;
    private final EqualRequests reads;
    private final InterferenceTwists twists;
    private final InterferenceStumbles stumbles;
    private final Endpoint search;
    private final Supplier<String> queries;
    private final Supplier<String> aggregations;
    private final Supplier<String> members;
    private final Supplier<Endpoint> reading;

    InterferenceRequests(EqualDice dice, ServerKind kind) {
        EqualTables tables = EqualTables.of(EqualLayout.SHARED_CONSTANT);
        EqualDocuments documents = new EqualDocuments(dice, kind, tables.layout());
        this.dice = dice;
        this.searches = new EqualSearches(dice, documents, tables);
        this.reads = new EqualRequests(dice, documents, searches, tables);
        this.twists = new InterferenceTwists(dice, searches);
        this.stumbles = new InterferenceStumbles(dice, searches);
        this.search = tables.endpoints().stream()
                .filter(row -> row.path().equals(SEARCH))
                .findFirst()
                .orElseThrow();
        this.queries = dice.deck(searches.queries().allowed());
        this.aggregations = dice.deck(searches.aggregations().allowed());
        this.members = dice.deck(searches.allowed());
        this.reading = dice.deck(reads.allowed());
    }

    /** So many requests; about one in ten is no search. */
    List<EqualRequest> draw(int count) {
        List<EqualRequest> drawn = new ArrayList<>();
        while (drawn.size() < count) {
            drawn.add(next());
        }
        return drawn;
    }

    private EqualRequest next() {
        return switch (dice.below(17)) {
            case 0, 1, 2 -> reads.search(search, twists.search(searches.withQuery(queries.get())));
            case 3, 4, 5, 6 -> reads.search(search, twists.search(searches.withAggregation(aggregations.get())));
            case 7, 8, 9 -> reads.search(search, twists.search(searches.withMember(members.get())));
            case 10, 11, 12 -> reads.search(search, stumbles.into(searches.any()));
            case 13 -> stumbles.inOrder(SEARCH);
            case 14 -> scroll();
            case 15 -> endingEarly();
            default -> twisted(reads.of(reading.get()));
        };
    }

    private EqualRequest scroll() {
        ObjectNode body = twists.search(searches.withMember("size")).put("size", dice.between(1, 9));
        String target = "/" + searches.indices().of("logs", "*", "l*,orders") + "/_search?scroll=1m";
        return new EqualRequest(SEARCH, "POST", target, dice.shuffled(body));
    }

    /** A count, or a search that shows few hits or none, which ends after some. */
    private EqualRequest endingEarly() {
        ObjectNode body = twists.search(searches.withQuery(queries.get()));
        body.retain("query");
        boolean inUrl = dice.in(2);
        String url = inUrl ? "?terminate_after=" + dice.between(1, 9) : "";
        String index = "/" + searches.indices().of("logs", "*", "l*,orders");
        if (inUrl && dice.in(2)) {
            return new EqualRequest(COUNT, "POST", index + "/_count" + url, dice.shuffled(body));
        }
        body.put("size", dice.below(3));
        if (!inUrl) {
            body.put("terminate_after", dice.between(1, 9));
        }
        return new EqualRequest(SEARCH, "POST", index + "/_search" + url, dice.shuffled(body));
    }

    private EqualRequest twisted(EqualRequest request) {
        if (request.body().isEmpty()) {
            return request;
        }
        StringBuilder body = new StringBuilder();
        boolean several = request.target().contains("_msearch");
        int line = 0;
        for (String text : request.body().split("\n")) {
            boolean header = several && line++ % 2 == 0;
            body.append(header ? text : twisted(text, several)).append(several ? "\n" : "");
        }
        return new EqualRequest(request.endpoint(), request.method(), request.target(), body.toString());
    }

    private String twisted(String text, boolean several) {
        ObjectNode body = object(text);
        if (body.has("docs") || body.has("ids")) {
            return text;
        }
        return dice.shuffled(several ? twists.search(body) : twists.query(body));
    }

    private static ObjectNode object(String text) {
        try {
            return (ObjectNode) EqualDice.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
