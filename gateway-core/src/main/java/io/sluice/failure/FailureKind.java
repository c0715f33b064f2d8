package io.sluice.failure;

import java.util.Locale;

/** Who failed and why. The status is that of the answer unless a more exact one is known. */
public enum FailureKind {
    /** HTTP, JSON or bulk framing cannot be parsed, or could be read in two ways. */
    BAD_REQUEST(400, "illegal_argument_exception"),
    /** A filter answered, with a status of its own below 500. */
    REJECTED(403, "security_exception"),
    /** Head, body, line, depth or an aggregate exceeds its limit. */
    TOO_LARGE(413, "content_too_long_exception"),
    /** The client was too slow with its request. */
    CLIENT_TIMEOUT(408, "sluice_client_timeout"),
    /** Admission, bytes in flight or a pool's queue is full. */
    OVERLOADED(429, "es_rejected_execution_exception"),
    /** A filter threw or broke its contract. */
    FILTER_FAILED(500, "sluice_filter_failed"),
    /** The request was executed, but a filter failed on its answer: the status is the server's. */
    ANSWER_WITHHELD(200, "sluice_answer_withheld"),
    /** A filter's plan came too late. */
    FILTER_TIMEOUT(500, "sluice_filter_timeout"),
    /** A filter answered with a status of 500 or above, of its own: what it needs to decide is away. */
    FILTER_UNAVAILABLE(503, "sluice_filter_unavailable"),
    /** No node could be tried; nothing was sent. */
    NO_UPSTREAM(503, "sluice_no_upstream"),
    /** No connection to a node; nothing was sent. */
    UPSTREAM_CONNECT(502, "sluice_upstream_connect"),
    /** The node did not answer in time after bytes went out. */
    UPSTREAM_TIMEOUT(504, "sluice_upstream_timeout"),
    /** The node broke the connection, or its answer is not HTTP, after bytes went out. */
    UPSTREAM_RESET(502, "sluice_upstream_reset"),
    /** The node's answer arrived, but a filter that must read it cannot. */
    UPSTREAM_ANSWER(502, "sluice_upstream_answer"),
    /** A bulk that was split failed at all nodes, and some items may be stored. */
    OUTCOME_UNKNOWN(504, "sluice_outcome_unknown"),
    /** A bulk that was split failed at all nodes after bytes went out, and no item was executed. */
    NOT_EXECUTED(503, "sluice_not_executed"),
    /** A temporary file of the gateway cannot be written or read, for example because a disk is full. */
    SPOOL_FAILED(503, "sluice_spool_failed"),
    /** A queue did not say that it keeps a write, which may be stored later or not. */
    QUEUE_FAILED(503, "sluice_queue_failed"),
    /** The client went away. Only counted. */
    CLIENT_GONE(0, "sluice_client_gone"),
    /** A bug of the gateway. */
    INTERNAL(500, "sluice_internal");

    private final int status;
    private final String errorType;
    private final String tag;

    FailureKind(int status, String errorType) {
        this.status = status;
        this.errorType = errorType;
        this.tag = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind of a refusal by a filter or by the reader of a body. */
    public static FailureKind ofRefusal(int status) {
        return switch (status) {
            case 400 -> BAD_REQUEST;
            case 413 -> TOO_LARGE;
            default -> status < 500 ? REJECTED : FILTER_UNAVAILABLE;
        };
    }

    /** The HTTP status; 0 if the client is gone. */
    public int status() {
        return status;
    }

    /** The {@code type} in the error body. */
    public String errorType() {
        return errorType;
    }

    /** The name in metrics and logs, in kebab-case. */
    public String tag() {
        return tag;
    }
}
