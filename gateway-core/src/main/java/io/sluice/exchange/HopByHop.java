package io.sluice.exchange;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes the headers that belong to one connection (RFC 9110, 7.6.1), also those that Connection names. A peer cannot name what all
 * recipients need, nor what the gateway or a proxy before it says about the client.
 */
public final class HopByHop {
    private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");
    private static final AsciiString PROXY_CONNECTION = AsciiString.cached("proxy-connection");
    private static final AsciiString CLOSE = AsciiString.cached("close");

    private static final String FORWARDED_PREFIX = "x-forwarded-";
    private static final Set<String> KEPT = Set.of(
            "authorization",
            "cache-control",
            "content-encoding",
            "content-length",
            "content-type",
            "cookie",
            "forwarded",
            "host",
            "set-cookie",
            "transfer-encoding",
            "via",
            "www-authenticate",
            "x-elastic-product",
            "x-opaque-id",
            "x-real-ip");

    /** What belongs to one connection whether or not Connection names it. */
    private static final Set<String> OWN = Set.of(
            "close",
            "connection",
            "http2-settings",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "trailers",
            "upgrade");

    private HopByHop() {}

    /**
     * A header of the message that Connection names and {@link #strip} takes away because of that; null if there is none. A client
     * can so erase what a trusted proxy has said, if the proxy passes on Connection.
     */
    public static @Nullable String erased(HttpHeaders headers) {
        if (!headers.contains(HttpHeaderNames.CONNECTION)) {
            return null;
        }
        for (String value : headers.getAll(HttpHeaderNames.CONNECTION)) {
            for (String token : value.split(",")) {
                String name = token.strip().toLowerCase(Locale.ROOT);
                if (isRemovable(name) && !OWN.contains(name) && headers.contains(name)) {
                    return name;
                }
            }
        }
        return null;
    }

    private static boolean isRemovable(String name) {
        return !name.isEmpty() && !KEPT.contains(name) && !name.startsWith(FORWARDED_PREFIX);
    }

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
            String name = token.strip().toLowerCase(Locale.ROOT);
            if (isRemovable(name)) {
                headers.remove(name);
            }
        }
    }
}
