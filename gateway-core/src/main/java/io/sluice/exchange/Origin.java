package io.sluice.exchange;

import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * Where a request came from.
 *
 * @param listener the listener's name
 * @param peer the address at the other end of the connection: the client's, or that of a proxy
 * @param client the client's address: the peer's, or what a trusted proxy said of it
 * @param secure whether the client reached the gateway, or the trusted proxy before it, through TLS
 * @param certificate that of the client, verified; null if it was asked for none or has none, and behind a trusted proxy, whose
 *     certificate would say nothing about its client
 */
public record Origin(
        String listener,
        InetSocketAddress peer,
        InetSocketAddress client,
        boolean secure,
        @Nullable X509Certificate certificate) {}
