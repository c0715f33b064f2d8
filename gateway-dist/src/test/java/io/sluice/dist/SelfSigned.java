package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1 that it signed itself, made by the JDK's keytool. */
final class SelfSigned {
    private static final String ALIAS = "own";
    private static final String PASSWORD = "password";

    private final Path certificate;
    private final Path key;
    private final SSLContext context;

    /** Writes its files into a directory. */
    SelfSigned(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve("own.p12");
        Finished made = Finished.of(new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1")));
        assertThat(made.code()).as(made.output()).isZero();
        KeyStore own = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        this.certificate = pem(
                directory.resolve("own.pem"),
                "CERTIFICATE",
                own.getCertificate(ALIAS).getEncoded());
        this.key = pem(
                directory.resolve("own.key"),
                "PRIVATE KEY",
                own.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, own.getCertificate(ALIAS));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        this.context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    }

    private static Path pem(Path file, String label, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    }

    /** The certificate, in PEM. */
    Path certificate() {
        return certificate;
    }

    /** Its private key, in PEM. */
    Path key() {
        return key;
    }

    /** Shows the certificate, and trusts it. */
    SSLContext context() {
        return context;
    }
}
