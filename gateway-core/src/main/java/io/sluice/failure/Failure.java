package io.sluice.failure;

import io.sluice.api.Json;
import io.sluice.api.Reply;
import java.nio.charset.StandardCharsets;

/**
 * An expected failure, as a value.
 *
 * @param kind who failed and why
 * @param status the HTTP status of the answer
 * @param reason one sentence for the person at the client
 */
public record Failure(FailureKind kind, int status, String reason) {

    /** The accepted methods, in the form of the header Allow. */
    public static final String ALLOWED_METHODS = "GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS";

    private static final String RETRY_AFTER_SECONDS = "1";

    public static Failure of(FailureKind kind, String reason) {
        return new Failure(kind, kind.status(), reason);
    }

    /** The answer in Elasticsearch's shape, with {@code Retry-After} on 429 and 503, and {@code Allow} on 405. */
    public Reply reply() {
        Reply reply = Reply.error(status, kind.errorType(), reason);
        if (kind == FailureKind.ANSWER_WITHHELD) {
            // Without it clients take a bulk's answer for one without failures.
            String error = new String(reply.body(), StandardCharsets.UTF_8);
            return Reply.json(status, Json.parse("{\"errors\":true," + error.substring(1)));
        }
        return switch (status) {
            case 405 -> reply.withHeader("Allow", ALLOWED_METHODS);
            case 429, 503 -> reply.withHeader("Retry-After", RETRY_AFTER_SECONDS);
            default -> reply;
        };
    }
}
