package io.sluice.plugins.kafkaqueue;

import io.sluice.api.ByteSize;
import io.sluice.api.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A configuration whose values can be set one by one; small and quick where nothing is set. */
final class TestConfig {

    List<String> servers;

    @Nullable String topic;

    @Nullable String group;

    int lanes = 4;
    int replicas = 1;
    int minInSync = 1;
    boolean create = true;
    String maxRecordBytes = "1MiB";
    String maxWaiting = "8MiB";
    String fetchBytes = "64KiB";
    Compression compression = Compression.LZ4;
    Duration timeout = Duration.ofSeconds(20);
    Duration doneInterval = Duration.ofMillis(50);
    Duration sessionTimeout = Duration.ofSeconds(6);

    @Nullable Duration minRetention;

    OnLoss onLoss = OnLoss.FAIL;

    @Nullable TlsFiles tls;

    @Nullable SaslLogin sasl;

    final Map<String, Secret> properties = new TreeMap<>();

    TestConfig(List<String> servers) {
        this.servers = servers;
        // What a coordinator answers while it moves is asked again soon.
        properties.put("retry.backoff.ms", new Secret("50"));
    }

    static TestConfig of(String... servers) {
        return new TestConfig(List.of(servers));
    }

    KafkaQueueConfig make() {
        return new KafkaQueueConfig(
                servers,
                topic,
                group,
                lanes,
                replicas,
                minInSync,
                create,
                ByteSize.parse(maxRecordBytes),
                ByteSize.parse(maxWaiting),
                ByteSize.parse(fetchBytes),
                compression,
                timeout,
                doneInterval,
                sessionTimeout,
                minRetention,
                onLoss,
                tls,
                sasl,
                properties);
    }
}
