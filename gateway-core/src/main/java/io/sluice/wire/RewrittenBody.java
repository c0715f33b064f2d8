package io.sluice.wire;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;

/**
 * The headers that say something about the bytes of a body, and are no longer true once it is rewritten: digests (RFC 9530, and the
 * older ones), the entity tag (RFC 9110, 8.8.3), and that ranges of it can be had. Stateless.
 */
public final class RewrittenBody {
    // With their hash codes, which every head would ask for.
    private static final List<AsciiString> NAMES = List.of(
            AsciiString.cached("etag"),
            AsciiString.cached("accept-ranges"),
            AsciiString.cached("content-md5"),
            AsciiString.cached("content-digest"),
            AsciiString.cached("repr-digest"),
            AsciiString.cached("digest"));

    private RewrittenBody() {}

    /** Removes those headers from the head of a request or an answer. */
    public static void clean(HttpHeaders headers) {
        for (int i = 0; i < NAMES.size(); i++) {
            headers.remove(NAMES.get(i));
        }
    }
}
