package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sluice.api.Secret;
import io.sluice.devcluster.DevKafka;
import io.sluice.plugins.kafkaqueue.QueueRig.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants TLS and a login. */
class SecureKafkaIT {

    @TempDir
    static Path directory;

    private static DevKafka kafka;
    private static Path authority;
    private static Path stranger;

    @BeforeAll
    static void start() throws Exception {
        X509Bundle own =
                certificate("authority").setIsCertificateAuthority(true).buildSelfSigned();
        X509Bundle other =
                certificate("stranger").setIsCertificateAuthority(true).buildSelfSigned();
        X509Bundle server = certificate("kafka").addSanIpAddress("127.0.0.1").buildIssuedBy(own);
        authority = Files.writeString(directory.resolve("authority.pem"), own.getCertificatePEM());
        stranger = Files.writeString(directory.resolve("stranger.pem"), other.getCertificatePEM());
        kafka = DevKafka.start(SharedKafka.directory(), 1, settings(own, server));
        try (Admin admin = Admin.create(new ClientSettings(plain("gateway").make(), names()).admin())) {
            admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                            "scrambled",
                            new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096),
                            "a \"quoted\" one")))
                    .all()
                    .get();
        }
    }

    private static QueueNames names() {
        return new QueueNames("t", "g", false);
    }

    private static CertificateBuilder certificate(String name) {
        return new CertificateBuilder().subject("CN=" + name).algorithm(CertificateBuilder.Algorithm.ecp256);
    }

    private static Map<String, String> settings(X509Bundle authority, X509Bundle server) {
        Map<String, String> settings = new HashMap<>();
        settings.put("listener.security.protocol.map", "CLIENT:SASL_SSL,CONTROLLER:PLAINTEXT");
        settings.put("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-512");
        settings.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
        settings.put(
                "listener.name.client.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"broker\" password=\"b\""
                        + " user_broker=\"b\" user_gateway=\"right\";");
        settings.put(
                "listener.name.client.scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        settings.put("ssl.keystore.type", "PEM");
        settings.put("ssl.keystore.certificate.chain", server.getCertificatePathPEM());
        settings.put("ssl.keystore.key", server.getPrivateKeyPEM());
        settings.put("ssl.truststore.type", "PEM");
        settings.put("ssl.truststore.certificates", authority.getCertificatePEM());
        return settings;
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    private static TestConfig plain(String user) {
        TestConfig config = new TestConfig(kafka.addresses());
        config.tls = new TlsFiles(authority, null, null);
        config.sasl = new SaslLogin(SaslLogin.Mechanism.PLAIN, user, new Secret("right"));
        return config;
    }

    private static void appendAndRead(TestConfig config) throws Exception {
        try (QueueRig rig = QueueRig.open(config, SharedKafka.name())) {
            rig.put(0, "a");
            assertThat(rig.next(0).text()).isEqualTo("a");
        }
    }

    @Test
    void logsInWithAPlainPassword() throws Exception {
        appendAndRead(plain("gateway"));
    }

    @Test
    void logsInWithAScrambledPassword() throws Exception {
        TestConfig config = plain("gateway");
        config.sasl = new SaslLogin(SaslLogin.Mechanism.SCRAM_SHA_512, "scrambled", new Secret("a \"quoted\" one"));

        appendAndRead(config);
    }

    @Test
    void saysThatALoginIsRefused() {
        assertThatThrownBy(() -> KafkaQueue.open(plain("nobody").make(), new TestContext("ingest"), () -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Kafka refuses what the queue needs: SaslAuthenticationException")
                .hasMessageNotContaining("right");
    }

    @Test
    void believesNoServerOfAnotherAuthority() {
        TestConfig config = plain("gateway");
        config.tls = new TlsFiles(stranger, null, null);

        assertThatThrownBy(() -> KafkaQueue.open(config.make(), new TestContext("ingest"), () -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("SslAuthenticationException");
    }
}
