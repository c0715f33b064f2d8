package io.sluice.upstream;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * As what a client is counted: its IPv4 address, or the /64 network of its IPv6 address, of which it may have all addresses.
 *
 * @param key equal for addresses that count together
 */
public record ClientNetwork(Object key) {

    /** That of a client's address. */
    public static ClientNetwork of(InetAddress client) {
        return new ClientNetwork(
                client instanceof Inet6Address
                        ? ByteBuffer.wrap(client.getAddress()).getLong()
                        : client);
    }
}
