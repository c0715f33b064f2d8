package io.sluice.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs where OpenSSL loads and, in a second run of the tests for TLS, where it does not. */
class TlsProviderTest {

    private static KeyedChain chain(Algorithm algorithm) throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject("CN=own")
                .algorithm(algorithm)
                .addSanDnsName("own.example")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        return new KeyedChain(own.getKeyPair().getPrivate(), List.of(own.getCertificatePath()));
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, ecp256, true",
        "AUTO, ecp384, true",
        "AUTO, rsa2048, true",
        "AUTO, ed25519, false",
        "JDK, ecp256, false",
        "JDK, ed25519, false",
    })
    void servesEachKindOfKeyWithWhatCan(TlsProvider provider, Algorithm algorithm, boolean openSsl) throws Exception {
        KeyedChain chain = chain(algorithm);
        SslContext context = TlsContexts.server(List.of(chain), null, TlsContexts.PROTOCOLS, true, provider);
        try {
            assertThat(context instanceof OpenSslContext).isEqualTo(openSsl && OpenSsl.isAvailable());
            for (String protocol : TlsContexts.PROTOCOLS) {
                HandshakeRehearsal.serve(chain, protocol, provider);
            }
        } finally {
            ReferenceCountUtil.release(context);
        }
    }
}
