package io.sluice.server;

import java.net.InetSocketAddress;

/**
 * The other side of a connection.
 *
 * @param address that of its socket, or the one that a balancer names before it relays the connection's bytes
 * @param secure whether it speaks TLS
 */
record Peer(InetSocketAddress address, boolean secure) {}
