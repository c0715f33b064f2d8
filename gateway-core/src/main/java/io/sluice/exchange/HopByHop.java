package io.sluice.exchange;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;

/** Removes the headers that belong to one connection (RFC 9110, 7.6.1), also those that Connection names. */
final class HopByHop {
    private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");
    private static final AsciiString PROXY_CONNECTION = AsciiString.cached("proxy-connection");
    private static final AsciiString CLOSE = AsciiString.cached("close");

    private HopByHop() {}

    /** Leaves Content-Length and Transfer-Encoding, which the relay decides about. */
    static void strip(HttpHeaders headers) {
        if (headers.contains(HttpHeaderNames.CONNECTION)) {
            List<String> named = headers.getAll(HttpHeaderNames.CONNECTION);
            headers.remove(HttpHeaderNames.CONNECTION);
            for (String value : named) {
                removeNamed(headers, value);
            }
        }
        headers.remove(KEEP_ALIVE);
        headers.remove(PROXY_CONNECTION);
        headers.remove(HttpHeaderNames.TE);
        headers.remove(HttpHeaderNames.TRAILER);
        headers.remove(HttpHeaderNames.UPGRADE);
    }

    private static void removeNamed(HttpHeaders headers, String value) {
        if (KEEP_ALIVE.contentEqualsIgnoreCase(value) || CLOSE.contentEqualsIgnoreCase(value)) {
            return;
        }
        for (String token : value.split(",")) {
            String name = token.strip();
            boolean framing = name.equalsIgnoreCase("content-length")
                    || name.equalsIgnoreCase("transfer-encoding")
                    || name.equalsIgnoreCase("host");
            if (!name.isEmpty() && !framing) {
                headers.remove(name);
            }
        }
    }
}
