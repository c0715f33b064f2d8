package io.sluice.plugins.kafkaqueue;

import io.sluice.devcluster.DevKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/** One server of Kafka for all tests that take nothing away from each other; it ends with the JVM. */
final class SharedKafka {

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static @Nullable DevKafka kafka;

    private SharedKafka() {}

    static synchronized List<String> addresses() {
        if (kafka == null) {
            kafka = DevKafka.start(directory());
        }
        return kafka.addresses();
    }

    /** Where servers keep their data. */
    static Path directory() {
        try {
            return Files.createDirectories(Path.of("target", "kafka").toAbsolutePath());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A name that no other test has. */
    static String name() {
        return "ingest-" + NAMES.incrementAndGet();
    }

    static TestConfig config() {
        return new TestConfig(addresses());
    }

    static Admin admin(List<String> servers) {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers));
    }
}
