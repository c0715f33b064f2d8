package io.sluice.server;

import io.netty.handler.ssl.util.FingerprintTrustManagerFactory;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key with a certificate for 127.0.0.1 that it signed itself. */
final class TlsIdentity {
    private final X509Bundle own;

    TlsIdentity() throws Exception {
        own = new CertificateBuilder()
                .subject("CN=own")
                .ecp256()
                .addSanIpAddress("127.0.0.1")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
    }

    /** Shows the certificate, and accepts none of a client. */
    SSLContext serverSide() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("own", own.getKeyPair().getPrivate(), new char[0], own.getCertificatePath());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManagerFactory nobody = FingerprintTrustManagerFactory.builder("SHA-256")
                .fingerprints("00".repeat(32))
                .build();
        context.init(keys.getKeyManagers(), nobody.getTrustManagers(), null);
        return context;
    }

    /** Believes any certificate and has none. */
    static SSLContext clientSide() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        return context;
    }

    /** The section of a listener that shows the certificate, which is written into the directory. */
    String section(Path directory) throws Exception {
        Path certificate = Files.writeString(directory.resolve("own.pem"), own.getCertificatePathPEM());
        Path key = Files.writeString(directory.resolve("own.key"), own.getPrivateKeyPEM());
        return "tls: { certificate: %s, key: %s }".formatted(certificate, key);
    }
}
