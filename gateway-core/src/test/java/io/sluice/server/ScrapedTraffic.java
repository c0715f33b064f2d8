package io.sluice.server;

import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.items;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a scrape has after traffic of every kind. */
final class ScrapedTraffic {

    private ScrapedTraffic() {}

    /** @param files where certificates may be written */
    static String scrape(Path files) throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject("CN=gateway")
                .addSanIpAddress("127.0.0.1")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        Path certificate = Files.writeString(files.resolve("own.pem"), own.getCertificatePathPEM());
        Path key = Files.writeString(files.resolve("own.key"), own.getPrivateKeyPEM());
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = new TestGateway(
                        """
                        admin: { enabled: false }
                        process: { eventLoops: 1, drain: 2s }
                        clusters:
                          primary: { nodes: [%s, %s], discovery: { enabled: false } }
                          secure: { nodes: ["https://127.0.0.1:9"], discovery: { enabled: false }, tls: { ca: %s } }
                        queues:
                          ingest: { engine: memory, cluster: primary }
                        flows:
                          default:
                            filters: [{ type: on-request }]
                            relay: { cluster: primary, %s }
                          secure: { relay: { cluster: secure }, record: { directory: %s } }
                          queued: { relay: { queue: ingest }, mirror: { cluster: secure } }
                        listeners:
                          - { name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }
                          - { name: queued, bind: "127.0.0.1:0", routes: [{ flow: queued }] }
                          - name: https
                            bind: 127.0.0.1:0
                            tls: { certificate: %s, key: %s }
                            routes: [{ flow: secure }]
                        """.formatted(
                                        one.address(),
                                        two.address(),
                                        certificate,
                                        Bulks.REGROUPED.formatted(""),
                                        files.resolve("recordings"),
                                        certificate,
                                        key),
                        new MemoryEngine(),
                        TestRouter.inRunsOf(7),
                        TestFilter.onRequest((head, exchange) -> io.sluice.api.RequestPlan.pass()))) {
            bulk(gateway, items(0, 5));
            bulk(gateway, items(0, 500));
            try (RawClient client = new RawClient(gateway.port())) {
                client.send("GET / HTTP/9.9\r\n\r\n").read();
            }
            return gateway.meters().scrape();
        }
    }
}
