package io.sluice.server;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.api.Headers;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.config.ListenerLimits;
import io.sluice.exchange.HopByHop;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.wire.BadMessageException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a request's head must be, beyond what the decoder asks. Stateless. */
final class HeadCheck {
    private static final int NOT_ALLOWED = 405;
    private static final int EXPECTATION_FAILED = 417;
    private static final int URI_TOO_LONG = 414;
    private static final int HEADERS_TOO_LARGE = 431;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int VERSION_NOT_SUPPORTED = 505;
    private static final int LOOP_DETECTED = 508;

    private final ListenerLimits limits;
    private final boolean unambiguous;
    private final Routing routing;
    private final Via via = new Via();

    /** Tells why the route of a request could be taken for another. */
    interface Routing {
        /** The reason; null if there is one route only. */
        @Nullable String ambiguity(RequestHead head);
    }

    /**
     * Makes the check of a listener.
     *
     * @param unambiguous whether something is decided by the head: a target that could be read in two ways is refused, any other
     *     goes on as it was read, and a header that Connection would erase is refused
     * @param routing asked where the target is unambiguous by itself
     */
    HeadCheck(ListenerLimits limits, boolean unambiguous, Routing routing) {
        this.limits = limits;
        this.routing = routing;
        this.unambiguous = unambiguous;
    }

    /** What the decoder could not read, as a failure. */
    static Failure failureOf(DecoderResult result) {
        Throwable cause = result.cause();
        String message = cause == null ? "" : String.valueOf(cause.getMessage());
        BadMessageException.Fault fault =
                cause instanceof BadMessageException known ? known.fault() : BadMessageException.Fault.SYNTAX;
        return switch (fault) {
            case SYNTAX -> bad("the request is not valid HTTP" + (message.isEmpty() ? "" : ": " + message));
            case LINE_TOO_LONG -> new Failure(FailureKind.TOO_LARGE, URI_TOO_LONG, message);
            case FIELDS_TOO_LARGE -> new Failure(FailureKind.TOO_LARGE, HEADERS_TOO_LARGE, message);
            case NO_ROOM -> Failure.of(FailureKind.OVERLOADED, message);
        };
    }

    /** What this listener adds to Via. */
    Via via() {
        return via;
    }

    /** Why the head is refused; null if it is not. */
    @Nullable Failure check(HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (request.protocolVersion().majorVersion() != 1) {
            return new Failure(
                    FailureKind.BAD_REQUEST, VERSION_NOT_SUPPORTED, "only HTTP/1.0 and HTTP/1.1 are spoken here");
        }
        if (request.method().equals(HttpMethod.CONNECT) || request.method().equals(HttpMethod.TRACE)) {
            return new Failure(FailureKind.BAD_REQUEST, NOT_ALLOWED, "method " + request.method() + " is not allowed");
        }
        if (via.isIn(request)) {
            return new Failure(
                    FailureKind.BAD_REQUEST, LOOP_DETECTED, "the request came back here: a node is the gateway itself");
        }
        String erased = unambiguous ? HopByHop.erased(headers) : null;
        if (erased != null) {
            return bad("Connection names the header " + erased + ", by which the request may be judged");
        }
        Failure framing = checkFraming(request, headers);
        return framing != null ? framing : checkHostAndExpect(request, headers);
    }

    private @Nullable Failure checkFraming(HttpRequest request, HttpHeaders headers) {
        if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
            if (request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
                return bad("an HTTP/1.0 request has no Transfer-Encoding");
            }
            if (codings.size() > 1 || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst())) {
                return new Failure(
                        FailureKind.BAD_REQUEST,
                        NOT_IMPLEMENTED,
                        "chunked is the only transfer coding understood here");
            }
            if (headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
                return bad("both Content-Length and Transfer-Encoding");
            }
            return null;
        }
        if (!headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            return null;
        }
        List<String> lengths = headers.getAll(HttpHeaderNames.CONTENT_LENGTH);
        return lengths.size() > 1 ? bad("more than one Content-Length") : checkLength(lengths.getFirst());
    }

    private @Nullable Failure checkLength(String text) {
        if (text.isEmpty() || text.length() > 18 || !isDigits(text)) {
            return bad("the Content-Length is not a number");
        }
        return Long.parseLong(text) > limits.body().bytes() ? bodyTooLarge() : null;
    }

    Failure bodyTooLarge() {
        return Failure.of(FailureKind.TOO_LARGE, "the request body is larger than " + limits.body());
    }

    private static @Nullable Failure checkHostAndExpect(HttpRequest request, HttpHeaders headers) {
        Failure host = checkHost(request);
        if (host != null) {
            return host;
        }
        String expect = headers.get(HttpHeaderNames.EXPECT);
        if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
            return new Failure(FailureKind.BAD_REQUEST, EXPECTATION_FAILED, "expectation " + expect + " is not known");
        }
        return null;
    }

    /** Why the Host header is refused; null if it is not. To be asked again once the target has replaced it. */
    static @Nullable Failure checkHost(HttpRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        boolean required = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (hosts.size() > 1 || hosts.isEmpty() && required) {
            return bad("an HTTP/1.1 request has exactly one Host header");
        }
        return hosts.isEmpty() || HostField.isValid(hosts.getFirst()) ? null : bad("the host is not valid");
    }

    /**
     * The request's target in origin-form; an absolute-form's authority is put into Host.
     *
     * @throws IllegalArgumentException if it is neither, or may be read in two ways where that matters
     */
    RequestTarget targetOf(HttpRequest request) {
        String uri = request.uri();
        RequestTarget target = RequestTarget.parse(uri.startsWith("/") ? uri : originForm(request, uri));
        if (unambiguous) {
            String ambiguity = target.ambiguity();
            if (ambiguity != null) {
                throw new IllegalArgumentException(ambiguity);
            }
            RequestTarget read = target.canonical();
            String split = routing.ambiguity(new RequestHead(request.method().name(), read, Headers.empty()));
            if (split != null) {
                throw new IllegalArgumentException(split);
            }
            if (!read.equals(target)) {
                request.setUri(read.raw());
                return read;
            }
        }
        return target;
    }

    private static String originForm(HttpRequest request, String uri) {
        if (uri.equals("*")) {
            throw new IllegalArgumentException("the asterisk-form of a target is not supported");
        }
        URI absolute = URI.create(uri);
        String scheme = absolute.getScheme();
        boolean web = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        if (!web || absolute.getRawAuthority() == null || absolute.getRawUserInfo() != null) {
            throw new IllegalArgumentException("a request target starts with '/' or with http://host/");
        }
        request.headers().set(HttpHeaderNames.HOST, absolute.getRawAuthority());
        String path = absolute.getRawPath().isEmpty() ? "/" : absolute.getRawPath();
        String result = absolute.getRawQuery() == null ? path : path + '?' + absolute.getRawQuery();
        request.setUri(result);
        return result;
    }

    private static Failure bad(String reason) {
        return Failure.of(FailureKind.BAD_REQUEST, reason);
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
