package io.sluice.config;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A host name or IP address and a port, written {@code host:port}, {@code [v6]:port} or {@code :port} for all addresses.
 *
 * @param host without brackets; {@code 0.0.0.0} for all addresses
 * @param port 0 to 65535; 0 binds a free port
 */
public record HostPort(String host, int port) {

    public HostPort {
        Checks checks = new Checks();
        checks.require(
                !host.isEmpty() && host.chars().noneMatch(c -> c <= ' ' || c == '/'), "not a host: '" + host + "'");
        checks.require(port >= 0 && port <= 65535, "a port is between 0 and 65535, not " + port);
        checks.done();
    }

    /**
     * Reads host and port.
     *
     * @throws IllegalArgumentException if the text is not of that form
     */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        Checks.check(colon >= 0, "expected host:port, for example 127.0.0.1:8000, not '" + text + "'");
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        Checks.check(bracketed || host.indexOf(':') < 0, "an IPv6 address is written in brackets: " + text);
        String bare = bracketed ? host.substring(1, host.length() - 1) : host;
        try {
            return new HostPort(bare.isEmpty() ? "0.0.0.0" : bare, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the port is not a number: " + text, e);
        }
    }

    /** The host and port of a URL, which has both. */
    public static HostPort of(URI url) {
        return parse(url.getHost() + ":" + url.getPort());
    }

    /** The address, resolved now; may block for a name. */
    public InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    /** The host as an IP address; null if it is a name. */
    public @Nullable InetAddress address() {
        return NetUtil.createInetAddressFromIpAddressString(host);
    }

    /** Whether only this machine can reach it. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    /** Whether it means all addresses of the machine. */
    public boolean isWildcard() {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
