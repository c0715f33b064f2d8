package io.sluice.plugins.ratelimit;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Ends TLS before a port of the loopback, with a certificate of its own for 127.0.0.1. */
final class TlsRelay implements AutoCloseable {

    private static final String PASSWORD = "password";

    private final Relay relay;
    private final Path certificate;

    TlsRelay(Path directory, int target) throws Exception {
        Path file = directory.resolve("own.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=test",
                        "-ext",
                        "SAN=IP:127.0.0.1"))
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        keytool.waitFor();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        certificate = directory.resolve("own.pem");
        Files.writeString(
                certificate,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(store.getCertificate("own").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        relay = new Relay(
                context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress()),
                () -> target,
                connection -> connection.open().run());
    }

    int port() {
        return relay.port();
    }

    Path certificate() {
        return certificate;
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
