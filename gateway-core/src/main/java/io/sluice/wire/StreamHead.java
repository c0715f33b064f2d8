package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the head of an HTTP/2 request as HTTP/1.1 has it (RFC 9113, 8.2 and 8.3). Only syntax is checked here that would not
 * survive the way into text; what it says is checked where that text is read. Stateless.
 */
final class StreamHead {
    /** What belongs to a connection of HTTP/1.1, and would change how the request is framed there. */
    static final Set<AsciiString> OF_CONNECTIONS = Set.of(
            HttpHeaderNames.CONNECTION,
            HttpHeaderNames.TRANSFER_ENCODING,
            HttpHeaderNames.UPGRADE,
            AsciiString.cached("keep-alive"),
            AsciiString.cached("proxy-connection"));

    private StreamHead() {}

    /**
     * Writes request line and headers.
     *
     * @param endOfStream whether no body follows
     * @return whether the body must be sent in chunks
     * @throws BadMessageException if it cannot be written
     */
    static boolean write(Http2Headers headers, boolean endOfStream, ByteBuf out) {
        CharSequence path = needed(headers.path(), ":path");
        CharSequence method = needed(headers.method(), ":method");
        needed(headers.scheme(), ":scheme");
        boolean ofServer = AsciiString.contentEquals(path, "*") && AsciiString.contentEquals(method, "OPTIONS");
        check(ofServer || path.length() > 0 && path.charAt(0) == '/', "a path begins with '/'");
        check(isToken(method), "a method is a token");
        for (int i = 0; i < path.length(); i++) {
            check(path.charAt(i) > ' ' && path.charAt(i) != 0x7f, "a path has no spaces and control characters");
        }
        text(out, method).writeByte(' ');
        text(out, path);
        ascii(out, " HTTP/1.1\r\n");
        CharSequence authority = headers.authority();
        if (authority != null) {
            line(out, HttpHeaderNames.HOST, authority);
        }
        fields(headers, authority, out);
        CharSequence length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        check(
                !endOfStream || length == null || AsciiString.contentEquals(length, "0"),
                "there is no body, and its length is " + length);
        boolean chunked = !endOfStream && length == null;
        ascii(out, chunked ? "transfer-encoding: chunked\r\n\r\n" : "\r\n");
        return chunked;
    }

    private static void fields(Http2Headers headers, @Nullable CharSequence authority, ByteBuf out) {
        StringBuilder cookies = null;
        for (Map.Entry<CharSequence, CharSequence> header : headers) {
            AsciiString name = AsciiString.of(header.getKey());
            CharSequence value = header.getValue();
            if (Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(name)) {
                check(Http2Headers.PseudoHeaderName.isPseudoHeader(name), "a pseudo-header is not known: " + name);
                continue;
            }
            check(isToken(name) && !OF_CONNECTIONS.contains(name), "a header cannot be sent on: " + name);
            check(
                    !name.contentEquals(HttpHeaderNames.TE) || AsciiString.contentEqualsIgnoreCase(value, "trailers"),
                    "TE is not trailers");
            if (name.contentEquals(HttpHeaderNames.COOKIE)) {
                // Clients may send each pair by itself (RFC 9113, 8.2.3).
                cookies = cookies == null ? new StringBuilder() : cookies.append("; ");
                cookies.append(value);
            } else if (!name.contentEquals(HttpHeaderNames.HOST) || !isSame(value, authority)) {
                line(out, name, value);
            }
        }
        if (cookies != null) {
            line(out, HttpHeaderNames.COOKIE, cookies);
        }
    }

    private static boolean isSame(CharSequence value, @Nullable CharSequence authority) {
        return authority != null && AsciiString.contentEquals(value, authority);
    }

    private static CharSequence needed(@Nullable CharSequence value, String name) {
        check(value != null, name + " is missing");
        return value == null ? "" : value;
    }

    private static void line(ByteBuf out, CharSequence name, CharSequence value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            check(c != '\r' && c != '\n' && c != 0, "a header has a line end or NUL");
        }
        text(out, name);
        ascii(out, ": ");
        text(out, value);
        ascii(out, "\r\n");
    }

    // The bytes as they came, each a character of Latin-1.
    private static ByteBuf text(ByteBuf out, CharSequence text) {
        if (text instanceof AsciiString bytes) {
            return out.writeBytes(bytes.array(), bytes.arrayOffset(), bytes.length());
        }
        for (int i = 0; i < text.length(); i++) {
            out.writeByte(text.charAt(i));
        }
        return out;
    }

    private static void ascii(ByteBuf out, String text) {
        ByteBufUtil.writeAscii(out, text);
    }

    private static boolean isToken(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80 || !Octets.isToken((byte) text.charAt(i))) {
                return false;
            }
        }
        return text.length() > 0;
    }

    private static void check(boolean fine, String otherwise) {
        if (!fine) {
            throw BadMessageException.syntax(otherwise);
        }
    }
}
