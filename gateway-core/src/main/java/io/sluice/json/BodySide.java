package io.sluice.json;

import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;

/** Whose body it is, and so whose fault it is when it cannot be read. */
public enum BodySide {
    /** A client's: it is told what is wrong with its request. */
    REQUEST,
    /** A node's: the client cannot help it. */
    ANSWER;

    /**
     * The answer to the client where a body is not JSON, or passes a limit.
     *
     * @param status of a request with such a body
     * @param type of its error, as Elasticsearch 7.17 and OpenSearch call it
     */
    Reply refusal(int status, String type, String reason) {
        return this == REQUEST
                ? Reply.error(status, type, reason)
                : failure(FailureKind.BAD_REQUEST, reason).reply();
    }

    /**
     * The failure of a body that cannot be read.
     *
     * @param kind what it is called in a request
     */
    public Failure failure(FailureKind kind, String reason) {
        return this == REQUEST
                ? Failure.of(kind, reason)
                : Failure.of(FailureKind.UPSTREAM_ANSWER, "a filter cannot look into the node's answer: " + reason);
    }
}
