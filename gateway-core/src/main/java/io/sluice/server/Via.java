package io.sluice.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A listener's element of Via (RFC 9110, 7.6.3). It is different in each process, so that a request which has been here before is
 * known. Immutable.
 */
final class Via {
    private final String name =
            "sluice-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    private final AsciiString from11 = AsciiString.cached("1.1 " + name);

    /** Adds the element to a request, behind those of others. */
    void addTo(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        request.headers()
                .add(
                        HttpHeaderNames.VIA,
                        version.equals(HttpVersion.HTTP_1_1)
                                ? from11
                                : version.majorVersion() + "." + version.minorVersion() + " " + name);
    }

    /** Whether the request has been here before. */
    boolean isIn(HttpRequest request) {
        List<String> values = request.headers().getAll(HttpHeaderNames.VIA);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).contains(name)) {
                return true;
            }
        }
        return false;
    }
}
