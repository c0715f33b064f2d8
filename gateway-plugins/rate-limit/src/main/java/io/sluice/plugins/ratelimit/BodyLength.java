package io.sluice.plugins.ratelimit;

import io.sluice.api.RequestHead;
import java.util.Set;

/** How many bytes a request's body has, as far as its head says. Stateless. */
final class BodyLength {

    private static final Set<String> MOSTLY_WITHOUT = Set.of("GET", "HEAD", "DELETE", "OPTIONS");

    private BodyLength() {}

    /**
     * What the body takes before it has come. Where no length is given a body may come in chunks, or there is none; a method that
     * mostly has none takes one byte then, so that it finds out about debts.
     *
     * @param head as the client sent it
     * @param unknown what a body without length takes
     */
    static long of(RequestHead head, long unknown) {
        String length = head.headers().get("Content-Length");
        if (length == null) {
            return MOSTLY_WITHOUT.contains(head.method()) ? 1 : unknown;
        }
        try {
            return Long.parseLong(length.strip());
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Whether the head says how long the body is. */
    static boolean isKnown(RequestHead head) {
        return head.headers().contains("Content-Length");
    }
}
