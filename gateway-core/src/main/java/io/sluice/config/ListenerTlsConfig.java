package io.sluice.config;

import io.sluice.api.Key;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** TLS on a listener. */
public record ListenerTlsConfig(
        @Key("PEM file with the certificate chain") Path certificate,
        @Key("PEM file with the private key, PKCS#8") Path key,

        @Key(value = "protocol versions", def = "[TLSv1.3, TLSv1.2]")
        List<String> protocols,

        @Key("further certificates: a client that asks for a name of theirs (SNI) is shown that one")
        List<CertificateConfig> certificates,

        @Key("certificates that clients are asked for; left out: none") @Nullable ClientCertificatesConfig clients,

        @Key(value = "whether clients may choose HTTP/2 while they negotiate TLS (ALPN)", def = "false")
        boolean http2,

        @Key(value = "what encrypts: OpenSSL (auto: where it loads) or the JDK, which takes more CPU", def = "auto")
        TlsProvider provider) {

    public ListenerTlsConfig {
        protocols = List.copyOf(protocols);
        certificates = List.copyOf(certificates);
        Checks checks = new Checks();
        checks.require(
                !protocols.isEmpty() && TlsContexts.PROTOCOLS.containsAll(protocols),
                "protocols are TLSv1.3 and TLSv1.2");
        checks.loads(provider);
        checks.done();
    }

    /** All certificates with their keys; the first is for clients that ask for no name, or for one that none has. */
    public List<CertificateConfig> all() {
        return Stream.concat(Stream.of(new CertificateConfig(certificate, key)), certificates.stream())
                .toList();
    }

    /** The files that it names. */
    public List<Path> files() {
        Stream<Path> own = all().stream().flatMap(each -> Stream.of(each.certificate(), each.key()));
        return Stream.concat(own, clients == null ? Stream.empty() : clients.files().stream())
                .toList();
    }
}
