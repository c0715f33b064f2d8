package io.sluice.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Balancers whose connection is open before they have a client for it, and a configuration that changes between the two. */
class ReloadBetweenPeersTest {
    private static final byte[] HEADER = "PROXY TCP4 203.0.113.7 10.0.0.1 5000 443\r\n".getBytes(US_ASCII);

    @TempDir
    Path files;

    private static void awaitOldOnesClosed(TestGateway gateway) {
        Awaitility.await().until(() -> gateway.meters().scrape().contains("sluice_config_old_generations 0.0"));
    }

    private X509Certificate configured() throws Exception {
        try (var in = Files.newInputStream(files.resolve("own.pem"))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static SSLSocket secured(Socket socket) throws Exception {
        SSLSocket tls = (SSLSocket)
                TlsIdentity.clientSide().getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), true);
        tls.startHandshake();
        return tls;
    }

    @Test
    void theClientIsShownTheCertificateThatWasRenewedMeanwhile() throws Exception {
        String nodes = "nodes: [\"http://127.0.0.1:1\"]\n    discovery: { enabled: false }";
        String listener = "proxyProtocol: [127.0.0.0/8]\n    " + new TlsIdentity().section(files);
        try (TestGateway gateway = new TestGateway(TestGateway.yaml(listener, nodes));
                Socket socket = gateway.connect()) {
            // Given
            Awaitility.await().until(() -> gateway.gateway().connections() == 1);

            // When
            new TlsIdentity().section(files);
            gateway.change(TestGateway.yaml(listener, nodes));
            awaitOldOnesClosed(gateway);
            socket.getOutputStream().write(HEADER);

            // Then
            try (SSLSocket tls = secured(socket)) {
                assertThat(tls.getSession().getPeerCertificates()[0]).isEqualTo(configured());
            }
        }
    }
}
