package io.sluice.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import java.util.List;

/** OPTIONS requests that end here: for the server as a whole, or after as many hops as Max-Forwards allows (RFC 9110, 7.6.2). */
final class OwnOptions {
    private static final int OK = 200;
    /** The most that is passed on; a larger number becomes this one. */
    private static final int MOST_DIGITS = 9;

    private OwnOptions() {}

    /** The answer to requests that end here. */
    static Reply answer() {
        return new Reply(OK, Headers.of("Allow", Failure.ALLOWED_METHODS), new byte[0]);
    }

    /**
     * Whether a request ends here. In one that does not this hop is counted.
     *
     * @throws IllegalArgumentException if Max-Forwards is not one number
     */
    static boolean endHere(HttpRequest request) {
        if (!request.method().equals(HttpMethod.OPTIONS)) {
            return false;
        }
        List<String> hops = request.headers().getAll(HttpHeaderNames.MAX_FORWARDS);
        if (hops.isEmpty()) {
            return request.uri().equals("*");
        }
        String text = hops.getFirst();
        if (hops.size() > 1 || text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("Max-Forwards is not one number");
        }
        int left = text.length() > MOST_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(text);
        if (left > 0) {
            request.headers().set(HttpHeaderNames.MAX_FORWARDS, left - 1);
        }
        return left == 0 || request.uri().equals("*");
    }
}
