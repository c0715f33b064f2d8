package io.sluice.server;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.config.ListenerConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;

/** What a listener makes of a request's head before it looks for a route, without a connection. Stateless. */
public final class HeadPreview {
    private HeadPreview() {}

    /** What becomes of the head. */
    public sealed interface Outcome {}

    /** It goes on to the routes; its target is in origin-form, and as it was read where something is decided by it. */
    public record Accepted(RequestHead head) implements Outcome {}

    /** The gateway answers it by itself. */
    public record Answered(Reply reply) implements Outcome {}

    /** It is refused. */
    public record Refused(Failure failure) implements Outcome {}

    /**
     * Looks at a head as the listener would. Where no Host is given the client is taken to have sent one.
     *
     * @param decides whether something is decided by heads, so that none may be read in two ways
     */
    public static Outcome of(ListenerConfig listener, boolean decides, String method, String target, Headers headers) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), target);
        headers.forEach((name, value) -> request.headers().add(name, value));
        if (!request.headers().contains(HttpHeaderNames.HOST)) {
            request.headers().set(HttpHeaderNames.HOST, "localhost");
        }
        HeadCheck check = new HeadCheck(listener.limits(), decides, listener::ambiguity);
        Failure failure = check.check(request);
        if (failure != null) {
            return new Refused(failure);
        }
        try {
            if (OwnOptions.endHere(request)) {
                return new Answered(OwnOptions.answer());
            }
            RequestHead head = new RequestHead(method, check.targetOf(request), headers);
            Failure host = HeadCheck.checkHost(request);
            if (host != null) {
                return new Refused(host);
            }
            String authority = request.headers().get(HttpHeaderNames.HOST);
            return new Accepted(target.startsWith("/") ? head : head.withHeader("Host", authority));
        } catch (IllegalArgumentException e) {
            return new Refused(Failure.of(FailureKind.BAD_REQUEST, String.valueOf(e.getMessage())));
        }
    }
}
