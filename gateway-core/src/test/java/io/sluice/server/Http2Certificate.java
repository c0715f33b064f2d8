package io.sluice.server;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of localhost, for gateways that speak HTTP/2.
 *
 * @param trust of clients that believe it
 */
record Http2Certificate(Path files, SSLContext trust) {

    /** Issues one, with its files in a directory. */
    static Http2Certificate issue(Path files) throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject("CN=localhost")
                .setIsCertificateAuthority(true)
                .ecp256()
                .addSanDnsName("localhost")
                .buildSelfSigned();
        Files.writeString(files.resolve("own.pem"), own.getCertificatePathPEM());
        Files.writeString(files.resolve("own.key"), own.getPrivateKeyPEM());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(own.toKeyStore(new char[0]));
        SSLContext trust = SSLContext.getInstance("TLS");
        trust.init(null, trusted.getTrustManagers(), null);
        return new Http2Certificate(files, trust);
    }

    /** The configuration of a gateway before nodes; {@code more} is more of its listener. */
    String yaml(String more, TestNode... nodes) {
        List<String> addresses = new ArrayList<>();
        for (TestNode node : nodes) {
            addresses.add('"' + node.address() + '"');
        }
        String tls = "tls: { certificate: %s, key: %s, http2: true }"
                .formatted(files.resolve("own.pem"), files.resolve("own.key"));
        return TestGateway.yaml(tls + "\n    " + more, "nodes: " + addresses + "\n    discovery: { enabled: false }");
    }
}
