package io.sluice.dist;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A request that the gateway and a server read differently.
 *
 * @param own the pattern by which the gateway reads it, empty where paths are not what differs
 * @param chosen the path of the server's route, empty where paths are not what differs
 * @param variables the server's parameters
 */
record FrontDoorDifference(Kind kind, String own, String chosen, Map<String, String> variables) {

    /** What is read differently. */
    enum Kind {
        /** Names, values or order of the query's parameters. */
        QUERY,
        /** The decoded segments of the path. */
        SEGMENTS,
        /** The server's route, written as a pattern, does not match. */
        NOT_MATCHED,
        /** The values of the route's variables or parameters. */
        VARIABLES,
        /** The server keeps a variable of a route that it tried before. */
        LEFT_OVER,
        /** The server keeps such a variable in the place of a parameter of the query. */
        LEFT_OVER_INSTEAD,
        /** A pattern of another endpoint, which is no wider than the server's route, matches too. */
        MATCHED_TOO,
        /** The query names what the path of another route names, and that is not seen. */
        NAMED_IN_QUERY,
        /** What goes on for a tenant is another endpoint. */
        TENANT,
        /** A queue keeps what is no write to the server. */
        QUEUE,
        /** The parser of a body that the gateway reads as JSON. */
        PARSER,
        /** The form of an answer that is asked for in JSON. */
        ANSWER_OF_TENANTS,
        /** The form of an answer that the gateway puts together in JSON. */
        ANSWER_OF_BULKS,
        /** Whether the API of the version before is meant. */
        VERSION,
        /** The value of a header that says who asks. */
        HEADER
    }

    static FrontDoorDifference of(Kind kind) {
        return new FrontDoorDifference(kind, "", "", Map.of());
    }

    String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    Optional<FrontDoorExplanation> explanation() {
        return Arrays.stream(FrontDoorExplanation.values())
                .filter(explanation -> explanation.explains(this))
                .findFirst();
    }

    /** What examples are gathered by. */
    String label() {
        return kind + " " + own + " " + chosen;
    }
}
