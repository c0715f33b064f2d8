package io.sluice.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Makes TLS contexts from the keys and certificates that were read. */
public final class TlsContexts {
    public static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    private TlsContexts() {}

    /**
     * The context of a listener.
     *
     * @param chains of which a client is shown the one for the name that it asks for, or else the first
     * @param http2 whether clients may choose HTTP/2
     */
    public static SslContext server(List<KeyedChain> chains, List<String> protocols, boolean http2)
            throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forServer(new NamedKeys(chains))
                .sslProvider(SslProvider.JDK)
                .protocols(protocols);
        if (http2) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2,
                    ApplicationProtocolNames.HTTP_1_1));
        }
        return builder.build();
    }

    /**
     * The context of connections to a cluster's nodes.
     *
     * @param trusted the authorities; null for those of the JVM
     * @param own what nodes that ask for a certificate are shown; null for nothing
     * @param verify whether the nodes' certificates are verified
     */
    public static SslContext client(@Nullable List<X509Certificate> trusted, @Nullable KeyedChain own, boolean verify)
            throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .clientAuth(ClientAuth.NONE)
                .protocols(PROTOCOLS)
                // Set per connection, where the configuration asks for it.
                .endpointIdentificationAlgorithm(null);
        if (!verify) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        } else if (trusted != null) {
            builder.trustManager(trusted);
        }
        if (own != null) {
            builder.keyManager(own.key(), own.chain());
        }
        return builder.build();
    }
}
