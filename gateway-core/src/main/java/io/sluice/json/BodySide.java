package io.sluice.json;

import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;

/** Who sent the body, and so who is at fault if it cannot be read. */
public enum BodySide {
    /** The client: the answer tells it what is wrong with its request. */
    REQUEST,
    /** The node: the client can do nothing about it. */
    ANSWER;

    /**
     * The answer to the client where a body is not JSON, or passes a limit.
     *
     * @param status the status of the answer if the body is a request's
     * @param type the type of that error, as Elasticsearch 7.17 and OpenSearch call it
     */
    Reply refusal(int status, String type, String reason) {
        return this == REQUEST
                ? Reply.error(status, type, reason)
                : failure(FailureKind.BAD_REQUEST, reason).reply();
    }

    /**
     * The failure of a body that cannot be read.
     *
     * @param kind the status and type that a request with this fault gets
     */
    public Failure failure(FailureKind kind, String reason) {
        return this == REQUEST
                ? Failure.of(kind, reason)
                : Failure.of(FailureKind.UPSTREAM_ANSWER, "a filter cannot look into the node's answer: " + reason);
    }
}
