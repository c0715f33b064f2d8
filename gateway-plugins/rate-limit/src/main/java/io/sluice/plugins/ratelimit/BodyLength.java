package io.sluice.plugins.ratelimit;

import io.sluice.api.RequestHead;

/** How many bytes a request's body has, as far as its head says. Stateless. */
final class BodyLength {

    private BodyLength() {}

    /**
     * What the body takes before it has come. A request without one takes a byte, so that it finds out about debts.
     *
     * @param head as the client sent it
     * @param unknown what a body without length takes
     */
    static long of(RequestHead head, long unknown) {
        String length = head.headers().get("Content-Length");
        if (length == null) {
            return head.headers().contains("Transfer-Encoding") ? unknown : 1;
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
