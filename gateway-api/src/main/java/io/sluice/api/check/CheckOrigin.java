package io.sluice.api.check;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Whom a check counts for. Immutable.
 *
 * @param network the network that is assumed to belong to one client
 * @param user the name that the client sent, whether or not there is such a user; empty without one
 */
public record CheckOrigin(ByteBuffer network, String user) {

    private static final int IPV6_PREFIX_BYTES = 8;

    /** The origin of a client: an IPv4 address, or the first 64 bits of an IPv6 address, and the name that it sent. */
    public static CheckOrigin of(InetAddress address, String user) {
        byte[] bytes = address.getAddress();
        ByteBuffer network =
                ByteBuffer.wrap(address instanceof Inet6Address ? Arrays.copyOf(bytes, IPV6_PREFIX_BYTES) : bytes);
        return new CheckOrigin(network, user);
    }
}
