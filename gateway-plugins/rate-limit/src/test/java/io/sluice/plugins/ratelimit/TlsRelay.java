package io.sluice.plugins.ratelimit;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Ends TLS before a port of the loopback, with a certificate of its own for 127.0.0.1. */
final class TlsRelay implements AutoCloseable {

    private static final String PASSWORD = "password";

    private final SSLServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int target;
    private final Path certificate;

    TlsRelay(Path directory, int target) throws Exception {
        this.target = target;
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
        listening = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    Path certificate() {
        return certificate;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(server);
                Thread.ofPlatform().daemon().start(() -> copy(client, server));
                Thread.ofPlatform().daemon().start(() -> copy(server, client));
            } catch (IOException e) {
                assert listening.isClosed() || !sockets.isEmpty() : e;
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            byte[] buffer = new byte[8192];
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                to.getOutputStream().write(buffer, 0, read);
                to.getOutputStream().flush();
            }
        } catch (IOException e) {
            assert from.isClosed() : e;
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket each : sockets) {
            each.close();
        }
    }
}
