package io.sluice.bench.net;

import io.sluice.cli.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Reads and writes {@code host:port}. */
public final class Addresses {
    private Addresses() {}

    /**
     * Parses {@code host:port} or {@code [v6]:port}.
     *
     * @throws IllegalArgumentException if the text has no port, or more than that, or the port is out of range
     */
    public static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || text.indexOf('/') >= 0) {
            throw new IllegalArgumentException("expected host:port, got '" + text + "'");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a port number in '" + text + "'", e);
        }
    }

    /** The address as {@code 127.0.0.1:9200}. */
    public static String text(InetSocketAddress address) {
        InetAddress resolved = address.getAddress();
        String host = resolved == null ? address.getHostString() : resolved.getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** A loopback address with a port that is free now; for processes that cannot report the port they chose. */
    public static InetSocketAddress free() {
        try {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.next());
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback interface", e);
        }
    }

    /** The first of {@code count} loopback addresses with consecutive ports that are free now. */
    public static InetSocketAddress free(int count) {
        InetSocketAddress first = free();
        while (!allFree(first, count)) {
            first = free();
        }
        return first;
    }

    private static boolean allFree(InetSocketAddress first, int count) {
        for (int port = first.getPort(); port < first.getPort() + count; port++) {
            if (port > 0xFFFF) {
                return false;
            }
            try (ServerSocket socket = new ServerSocket(port, 1, first.getAddress())) {
                if (!socket.isBound()) {
                    return false;
                }
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }
}
