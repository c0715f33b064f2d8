package io.sluice.filters.http;

import io.sluice.api.Headers;
import java.util.Locale;
import java.util.Set;

/** The headers that belong to a connection or to framing. The gateway sets them; a filter that named one is refused. */
public final class OwnedHeaders {

    private static final Set<String> NAMES = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "expect",
            "http2-settings",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private OwnedHeaders() {}

    /**
     * Checks the name of a header that a filter is configured to change.
     *
     * @throws IllegalArgumentException if it is not a header name, or one that belongs to the gateway
     */
    public static void checkName(String name) {
        checkField(name, "");
    }

    /**
     * Checks a header that a filter is configured to send.
     *
     * @throws IllegalArgumentException if the name is invalid or belongs to the gateway, or the value has an illegal
     *     character
     */
    public static void checkField(String name, String value) {
        Headers.of(name, value);
        if (NAMES.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("header " + name + " belongs to the gateway and cannot be changed");
        }
    }
}
