package io.sluice.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslCachingX509KeyManagerFactory;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.handler.ssl.util.KeyManagerFactoryWrapper;
import io.netty.internal.tcnative.SSL;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Makes TLS contexts from the keys and certificates that were read. A context is its caller's, who releases it. */
public final class TlsContexts {
    public static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    private TlsContexts() {}

    /**
     * The context of a listener.
     *
     * @param chains of which a client is shown the one for the name that it asks for, or else the first
     * @param clients which certificates they may show; null to ask for none
     * @param http2 whether clients may choose HTTP/2
     */
    public static SslContext server(
            List<KeyedChain> chains,
            @Nullable ClientTrust clients,
            List<String> protocols,
            boolean http2,
            TlsProvider provider)
            throws SSLException {
        SslProvider chosen = provider.with(chains);
        KeyManagerFactory keys = new KeyManagerFactoryWrapper(new NamedKeys(chains));
        SslContextBuilder builder = SslContextBuilder.forServer(
                        // Otherwise OpenSSL would read the key anew for each handshake.
                        chosen == SslProvider.OPENSSL ? new OpenSslCachingX509KeyManagerFactory(keys) : keys)
                .sslProvider(chosen)
                .protocols(protocols);
        if (clients != null) {
            ask(builder, clients);
        }
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

    private static void ask(SslContextBuilder builder, ClientTrust clients) throws SSLException {
        try {
            builder.trustManager(clients.managers())
                    .clientAuth(clients.required() ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
        } catch (GeneralSecurityException e) {
            throw new SSLException("clients cannot be verified with these authorities", e);
        }
    }

    /**
     * The context of connections to a cluster's nodes.
     *
     * @param trusted the authorities; null for those of the JVM
     * @param own what nodes that ask for a certificate are shown; null for nothing
     * @param verify whether the nodes' certificates are verified
     */
    public static SslContext client(
            @Nullable List<X509Certificate> trusted, @Nullable KeyedChain own, boolean verify, TlsProvider provider)
            throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(provider.with(own == null ? List.of() : List.of(own)))
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

    /**
     * The handler of one connection to a node, to be given to {@link #add}.
     *
     * @param host whose name the node's certificate must have if that is verified
     */
    public static SslHandler handler(
            SslContext context, ByteBufAllocator allocator, String host, int port, boolean verifyHost) {
        SslHandler handler = context.newHandler(allocator, host, port);
        SSLEngine engine = handler.engine();
        if (engine instanceof ReferenceCountedOpenSslEngine openSsl) {
            refuseRenegotiation(openSsl);
        }
        if (verifyHost) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
        }
        return handler;
    }

    /** Adds the handler to a pipeline as its last; it releases its engine when it is removed or the channel is closed. */
    public static void add(ChannelPipeline pipeline, SslHandler handler) {
        if (handler.engine() instanceof ReferenceCountedOpenSslEngine) {
            // in: bytes -> bytes; out: bytes -> bytes
            pipeline.addLast(new DelayedFailures());
        }
        // in: bytes -> bytes; out: bytes -> bytes
        pipeline.addLast(handler);
    }

    // Netty allows one, but would send its first message with the next request only: both sides would wait.
    private static void refuseRenegotiation(ReferenceCountedOpenSslEngine engine) {
        try {
            SSL.setRenegotiateMode(engine.sslPointer(), SSL.SSL_RENEGOTIATE_NEVER);
        } catch (Exception e) {
            engine.release();
            throw new IllegalStateException("OpenSSL cannot be told to refuse renegotiation", e);
        }
    }
}
