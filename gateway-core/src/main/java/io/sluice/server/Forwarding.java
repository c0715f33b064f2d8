package io.sluice.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import io.sluice.api.CidrBlock;
import io.sluice.exchange.Origin;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells the nodes who the client is (RFC 7239, and the X-Forwarded-* that came before it), and believes what stood there only
 * from trusted proxies. One per client connection; what does not change between requests is made once.
 */
final class Forwarding {
    private static final AsciiString FORWARDED = AsciiString.cached("forwarded");
    private static final AsciiString FOR = AsciiString.cached("x-forwarded-for");
    private static final AsciiString PROTO = AsciiString.cached("x-forwarded-proto");
    private static final AsciiString HOST = AsciiString.cached("x-forwarded-host");
    private static final Failure UNREADABLE = Failure.of(
            FailureKind.BAD_REQUEST,
            "X-Forwarded-For, which a trusted proxy sent, has no IP address where the client's should be");
    private static final Pattern PORT = Pattern.compile("(:\\d{1,5})?");

    private final Origin peer;
    private final boolean trusted;
    private final List<CidrBlock> trustedProxies;
    private final AsciiString address;
    private final AsciiString proto;
    private String lastHost = "";
    private AsciiString lastForwarded = AsciiString.EMPTY_STRING;

    Forwarding(String listener, Peer peer, List<CidrBlock> trustedProxies) {
        InetAddress socket = peer.address().getAddress();
        this.peer = new Origin(listener, peer.address(), peer.address(), peer.secure(), peer.certificate());
        this.trustedProxies = trustedProxies;
        this.trusted = isTrusted(socket);
        this.address = AsciiString.cached(socket.getHostAddress());
        this.proto = AsciiString.cached(peer.secure() ? "https" : "http");
    }

    private boolean isTrusted(InetAddress other) {
        for (CidrBlock block : trustedProxies) {
            if (block.contains(other)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Why the request is refused; null if it is not. A proxy that tells of a client must tell which: in its place, the
     * proxy itself would be the client, and more would be believed of it.
     */
    @Nullable Failure check(HttpHeaders headers) {
        if (!trusted) {
            return null;
        }
        String chain = chain(headers);
        return !chain.isEmpty() && clientOf(chain) == null ? UNREADABLE : null;
    }

    // A header without a value is as none; among others it is a hop that cannot be read.
    private static String chain(HttpHeaders headers) {
        List<String> lines = headers.getAll(FOR);
        return lines.stream().allMatch(String::isBlank) ? "" : String.join(", ", lines);
    }

    /** Rewrites the headers for the way on, and says where the request came from. */
    Origin apply(HttpHeaders headers) {
        if (trusted) {
            return believe(headers);
        }
        String host = headers.get(HttpHeaderNames.HOST);
        headers.set(FOR, address);
        headers.set(PROTO, proto);
        headers.set(FORWARDED, forwarded(host));
        if (host != null) {
            headers.set(HOST, host);
        } else {
            headers.remove(HOST);
        }
        return peer;
    }

    private AsciiString forwarded(@Nullable String host) {
        String known = host == null ? "" : host;
        if (lastForwarded.isEmpty() || !known.equals(lastHost)) {
            lastHost = known;
            lastForwarded = AsciiString.cached(element(known));
        }
        return lastForwarded;
    }

    private String element(String host) {
        String node = address.contains(":") ? "\"[" + address + "]\"" : address.toString();
        String quoted = host.indexOf('"') >= 0 || host.indexOf('\\') >= 0 ? "" : ";host=\"" + host + "\"";
        return "for=" + node + ";proto=" + proto + (host.isEmpty() ? "" : quoted);
    }

    private Origin believe(HttpHeaders headers) {
        String chain = chain(headers);
        String givenProto = headers.get(PROTO);
        String givenHost = headers.get(HOST);
        String before = String.join(", ", headers.getAll(FORWARDED));
        Origin origin = believed(chain, before, givenProto);
        headers.set(FOR, chain.isEmpty() ? address.toString() : chain + ", " + address);
        headers.set(PROTO, origin.secure() ? "https" : "http");
        String host = headers.get(HttpHeaderNames.HOST);
        if (givenHost == null && host != null) {
            headers.set(HOST, host);
        }
        headers.set(FORWARDED, before.isEmpty() ? element(host == null ? "" : host) : before + ", " + forwarded(host));
        return origin;
    }

    /** Says where a request came from, whose head stays as it is; null if none was read. */
    Origin origin(@Nullable HttpRequest request) {
        return trusted && request != null
                ? believed(
                        chain(request.headers()),
                        String.join(", ", request.headers().getAll(FORWARDED)),
                        request.headers().get(PROTO))
                : peer;
    }

    // A proxy that tells of no client is one itself; otherwise its certificate would be taken for that of each client.
    private Origin believed(String chain, String forwarded, @Nullable String givenProto) {
        InetAddress client = clientOf(chain);
        boolean secure = givenProto == null ? peer.secure() : "https".equalsIgnoreCase(givenProto.strip());
        boolean own = chain.isEmpty() && forwarded.isEmpty();
        return new Origin(
                peer.listener(),
                peer.peer(),
                client == null ? peer.client() : new InetSocketAddress(client, 0),
                secure,
                own ? peer.certificate() : null);
    }

    // The last address that is not a trusted proxy, or else the first one: what stands before it was written by an
    // unknown party. Null if there is something else in its place.
    private @Nullable InetAddress clientOf(String chain) {
        String[] hops = chain.split(",", -1);
        InetAddress client = null;
        for (int i = hops.length - 1; i >= 0; i--) {
            InetAddress hop = literal(hops[i].strip());
            if (hop == null) {
                return hasNothing(hops, i) ? client : null;
            }
            client = hop;
            if (!isTrusted(hop)) {
                return client;
            }
        }
        return client;
    }

    // As where a proxy appends its client to a header that is empty.
    private static boolean hasNothing(String[] hops, int last) {
        for (int i = 0; i <= last; i++) {
            if (!hops[i].isBlank()) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable InetAddress literal(String hop) {
        if (hop.indexOf('/') >= 0) {
            return null;
        }
        try {
            return CidrBlock.parse(withoutZone(withoutPort(hop))).network();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    // Some balancers write the client's port behind its address, and then an IPv6 address in brackets.
    private static String withoutPort(String hop) {
        boolean bracketed = hop.startsWith("[");
        int end = bracketed ? hop.indexOf(']') : hop.indexOf(':');
        int port = bracketed ? end + 1 : end;
        boolean hasPort = end > 0 && PORT.matcher(hop.substring(port)).matches();
        return hasPort ? hop.substring(bracketed ? 1 : 0, end) : hop;
    }

    // The zone of a link-local address (RFC 4007) means something to the proxy only.
    private static String withoutZone(String hop) {
        int zone = hop.indexOf(':') < 0 ? -1 : hop.indexOf('%');
        return zone < 0 || zone == hop.length() - 1 ? hop : hop.substring(0, zone);
    }
}
