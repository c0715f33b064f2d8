package io.sluice.dist;

import io.sluice.api.Headers;
import io.sluice.api.MediaTypes;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.answer.ResultView;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.dist.FrontDoorDifference.Kind;
import io.sluice.filters.http.JsonTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what the gateway and a server read from Content-Type and Accept, where the gateway looks into a body. */
final class FrontDoorHeaderComparison {

    private static final RequestTarget BULK = RequestTarget.parse("/_bulk");
    private static final String JSON = "JSON";

    private final ServerMediaTypes types;
    private final BulkGrammar grammar;

    FrontDoorHeaderComparison(ServerMediaTypes types, String server) {
        this.types = types;
        String[] parts = server.split("-");
        this.grammar = BulkGrammar.of(parts[0].equals("opensearch") ? "opensearch" : "", parts[1]);
    }

    /** Compares one request with a body. */
    void compare(List<String> contentTypes, List<String> accepts, FrontDoorTally tally) {
        RequestHead onward = JsonTypes.accepting(head(contentTypes, accepts));
        // As a chain that reads JSON does: BodyTypeTest.
        if (contentTypes.size() != 1 || !MediaTypes.isJson(contentTypes.getFirst())) {
            tally.refused();
            return;
        }
        List<FrontDoorDifference> differences = new ArrayList<>();
        try {
            if (!isJson(types.parser(contentTypes))) {
                differences.add(FrontDoorDifference.of(Kind.PARSER));
            }
        } catch (IllegalArgumentException e) {
            tally.refusedByServer();
            return;
        }
        if (onward != null && isOtherThanJson(onward.headers().all("Accept"))) {
            differences.add(FrontDoorDifference.of(Kind.ANSWER_OF_TENANTS));
        }
        boolean merges = ResultView.of(BULK, accepts.isEmpty() ? null : accepts.getFirst()) != null;
        if (merges && isOtherThanJson(accepts)) {
            differences.add(FrontDoorDifference.of(Kind.ANSWER_OF_BULKS));
        }
        if (isOlderToOneOnly(contentTypes, accepts)) {
            differences.add(FrontDoorDifference.of(Kind.VERSION));
        }
        tally.compared("Content-Type " + contentTypes + " Accept " + accepts, differences);
    }

    private static RequestHead head(List<String> contentTypes, List<String> accepts) {
        Headers headers = Headers.empty();
        for (String value : contentTypes) {
            headers = headers.and("Content-Type", value);
        }
        for (String value : accepts) {
            headers = headers.and("Accept", value);
        }
        return new RequestHead("POST", BULK, headers);
    }

    // No parser means that the server refuses the body.
    private static boolean isJson(Optional<String> type) {
        return type.isEmpty() || type.get().equals(JSON);
    }

    private boolean isOtherThanJson(List<String> accepts) {
        try {
            return !isJson(types.answer(accepts));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isOlderToOneOnly(List<String> contentTypes, List<String> accepts) {
        boolean older = grammar.compatibleWith(contentTypes.getFirst()) != grammar;
        try {
            return older != types.isOlder(accepts, contentTypes);
        } catch (RuntimeException e) {
            // The server refuses the headers.
            return false;
        }
    }
}
