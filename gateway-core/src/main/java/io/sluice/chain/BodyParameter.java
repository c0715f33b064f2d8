package io.sluice.chain;

import io.sluice.api.RequestTarget;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;

/**
 * The URL parameter {@code source}, which servers take for the body of a request that has none ({@code contentOrSourceParam} of
 * Elasticsearch and OpenSearch). What a filter decides by a body must not come past it so. Stateless.
 */
final class BodyParameter {

    static final Failure REFUSED = Failure.of(
            FailureKind.BAD_REQUEST, "a filter looks into the body, so it cannot be the URL parameter [source]");

    private BodyParameter() {}

    /** Whether the target has it, or cannot be read. */
    static boolean isIn(RequestTarget target) {
        if (target.rawQuery() == null) {
            return false;
        }
        try {
            return target.parameter("source") != null;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
