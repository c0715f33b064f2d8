package io.sluice.api;

import java.nio.charset.StandardCharsets;

/**
 * A complete answer made by a filter. The array is not copied: whoever makes a reply no longer changes it.
 *
 * @param status the HTTP status, 200 to 599
 * @param headers all headers but those of framing, which the host sets
 * @param body the body, may be empty
 */
// Replies are written, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record Reply(int status, Headers headers, byte[] body) {

    private static final String JSON = "application/json; charset=UTF-8";

    public Reply {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("not a final HTTP status: " + status);
        }
    }

    /** A JSON answer. */
    public static Reply json(int status, Json body) {
        return new Reply(status, Headers.of("Content-Type", JSON), body.utf8());
    }

    /** A plain-text answer. */
    public static Reply text(int status, String body) {
        return new Reply(
                status, Headers.of("Content-Type", "text/plain; charset=UTF-8"), body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * An error in Elasticsearch's shape: {@code {"error":{"root_cause":[{"type","reason"}],"type","reason"},"status"}}.
     *
     * @param type in snake_case, for instance {@code security_exception}
     * @param reason one sentence for the person at the client; any text, it is escaped
     */
    public static Reply error(int status, String type, String reason) {
        return json(status, Json.errorBody(status, type, reason));
    }

    /**
     * An error of a client, in Elasticsearch's shape and with the type that it uses for the status: {@code security_exception} for 401
     * and 403, {@code illegal_argument_exception} for others.
     */
    public static Reply refusal(int status, String reason) {
        boolean security = status == 401 || status == 403;
        return error(status, security ? "security_exception" : "illegal_argument_exception", reason);
    }

    /**
     * A refusal for lack of room, which another try may find: 429 as Elasticsearch gives it.
     *
     * @param retryAfter when to try again, in whole seconds from now; at least 1
     */
    public static Reply busy(String reason, long retryAfter) {
        return error(429, "es_rejected_execution_exception", reason)
                .withHeader("Retry-After", Long.toString(retryAfter));
    }

    /**
     * A refusal of credentials, or of their lack: 401 as Elasticsearch gives it, with the challenge in the header
     * {@code WWW-Authenticate} and in the body.
     */
    public static Reply unauthorized(String reason, Challenge challenge) {
        String cause = "\"type\":\"security_exception\",\"reason\":" + Json.string(reason)
                + ",\"header\":{\"WWW-Authenticate\":" + Json.string(challenge.toString()) + "}";
        Json body = Json.parse("{\"error\":{\"root_cause\":[{" + cause + "}]," + cause + "},\"status\":401}");
        return json(401, body).withHeader("WWW-Authenticate", challenge.toString());
    }

    /** The same answer with one header set. */
    public Reply withHeader(String name, String value) {
        return new Reply(status, headers.with(name, value), body);
    }
}
