package io.sluice.exchange;

import java.net.InetSocketAddress;

/**
 * Where a request came from.
 *
 * @param listener the listener's name
 * @param client the client's address: the peer's, or what a trusted proxy said of it
 * @param secure whether the client reached the gateway, or the trusted proxy before it, through TLS
 */
public record Origin(String listener, InetSocketAddress client, boolean secure) {}
