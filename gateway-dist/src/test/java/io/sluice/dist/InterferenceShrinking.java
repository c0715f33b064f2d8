package io.sluice.dist;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Minimizes a request that reveals other tenants' data. */
final class InterferenceShrinking {

    private static final int MOST_STEPS = 30;

    private final InterferenceRound round;

    InterferenceShrinking(InterferenceRound round) {
        this.round = round;
    }

    /** The request, or a smaller one that also leaks, with its responses. */
    Map.Entry<EqualRequest, InterferenceRound.Difference> smallest(
            Map.Entry<EqualRequest, InterferenceRound.Difference> telling) throws IOException, InterruptedException {
        Map.Entry<EqualRequest, InterferenceRound.Difference> smallest = telling;
        for (int i = 0; i < MOST_STEPS; i++) {
            Map<EqualRequest, InterferenceRound.Difference> smaller = round.telling(smaller(smallest.getKey()));
            if (smaller.isEmpty()) {
                break;
            }
            smallest = smaller.entrySet().stream()
                    .min(Comparator.comparingInt(
                            entry -> entry.getKey().toString().length()))
                    .orElseThrow();
        }
        return smallest;
    }

    private static List<EqualRequest> smaller(EqualRequest request) throws IOException {
        List<EqualRequest> smaller = new ArrayList<>();
        int query = request.target().indexOf('?');
        if (query >= 0) {
            smaller.add(with(request, request.target().substring(0, query), request.body()));
        }
        if (!request.body().startsWith("{") || request.body().endsWith("\n")) {
            return smaller;
        }
        JsonNode body = EqualDice.MAPPER.readTree(request.body());
        List<JsonPointer> places = new ArrayList<>();
        places(body, JsonPointer.empty(), places);
        for (JsonPointer place : places) {
            JsonNode copy = body.deepCopy();
            JsonNode parent = copy.at(place.head());
            JsonNode removed = parent instanceof ArrayNode array
                    ? array.remove(place.last().getMatchingIndex())
                    : ((ObjectNode) parent).remove(place.last().getMatchingProperty());
            smaller.add(with(request, request.target(), copy.toString()));
            // Replaces an element by its content: a query in a bool, or an aggregation below another.
            if (removed.isObject() && parent instanceof ObjectNode object) {
                for (JsonNode inner : removed) {
                    if (inner.isObject() || inner.size() == 1 && inner.path(0).isObject()) {
                        object.set(place.last().getMatchingProperty(), inner.isArray() ? inner.get(0) : inner);
                        smaller.add(with(request, request.target(), copy.toString()));
                    }
                }
            }
        }
        return smaller;
    }

    private static EqualRequest with(EqualRequest request, String target, String body) {
        return new EqualRequest(request.endpoint(), request.method(), target, body);
    }

    private static void places(JsonNode value, JsonPointer at, List<JsonPointer> places) {
        value.properties().forEach(member -> {
            JsonPointer place = at.appendProperty(member.getKey());
            places.add(place);
            places(member.getValue(), place, places);
        });
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                places.add(at.appendIndex(i));
                places(value.get(i), at.appendIndex(i), places);
            }
        }
    }
}
