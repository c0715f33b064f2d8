package io.sluice.filters.basicauth;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The network that is assumed to belong to one client: an IPv4 address, or the first 64 bits of an IPv6 address. */
final class ClientNetwork {

    private static final int IPV6_PREFIX_BYTES = 8;

    private ClientNetwork() {}

    /** A key that is equal for addresses of the same client. */
    static ByteBuffer of(InetAddress address) {
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(address instanceof Inet6Address ? Arrays.copyOf(bytes, IPV6_PREFIX_BYTES) : bytes);
    }
}
