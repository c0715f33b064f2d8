package io.sluice.plugins.kafkaqueue;

import io.sluice.api.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings of the clients of one queue: those that its promises depend on, and further ones of the configuration. Immutable. */
final class ClientSettings {

    /** What a batch of one record, and the request around it, take beyond the record, at most. */
    static final int OVERHEAD = 1024;

    private static final int BATCH = 64 << 10;
    private static final int POLLED_RECORDS = 16;
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(10);
    private static final Duration RECONNECT = Duration.ofSeconds(2);

    /** Settings that the engine chooses, or that would break what it promises. */
    private static final Set<String> OWN = Set.of(
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
            CommonClientConfigs.GROUP_ID_CONFIG,
            CommonClientConfigs.GROUP_INSTANCE_ID_CONFIG,
            CommonClientConfigs.SESSION_TIMEOUT_MS_CONFIG,
            CommonClientConfigs.HEARTBEAT_INTERVAL_MS_CONFIG,
            CommonClientConfigs.MAX_POLL_INTERVAL_MS_CONFIG,
            CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
            CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
            CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
            CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG,
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            ProducerConfig.RETRIES_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            "transaction.two.phase.commit.enable",
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            ProducerConfig.BATCH_SIZE_CONFIG,
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            ProducerConfig.METADATA_MAX_IDLE_CONFIG,
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            ConsumerConfig.EXCLUDE_INTERNAL_TOPICS_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            ConsumerConfig.CHECK_CRCS_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
            AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG);

    private final KafkaQueueConfig config;
    private final QueueNames names;
    /** What all clients have. */
    private final Map<String, Object> common = new HashMap<>();

    /** @throws IOException if a file for TLS cannot be read */
    ClientSettings(KafkaQueueConfig config, QueueNames names) throws IOException {
        this.config = config;
        this.names = names;
        common.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.servers());
        common.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        common.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        common.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT.toMillis());
        common.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int)
                requestTimeout().toMillis());
        secure(config);
    }

    private void secure(KafkaQueueConfig config) throws IOException {
        TlsFiles tls = config.tls();
        SaslLogin sasl = config.sasl();
        boolean login = sasl != null || config.properties().containsKey(SaslConfigs.SASL_MECHANISM);
        String protocol = (login ? "SASL_" : "") + (tls == null ? "PLAINTEXT" : "SSL");
        common.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
        if (tls != null && tls.ca() != null) {
            common.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
            common.put(SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG, Files.readString(tls.ca()));
        }
        if (tls != null && tls.certificate() != null && tls.key() != null) {
            common.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, "PEM");
            common.put(SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, Files.readString(tls.certificate()));
            common.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, Files.readString(tls.key()));
        }
        if (sasl != null) {
            common.put(SaslConfigs.SASL_MECHANISM, sasl.mechanism().registered());
            common.put(SaslConfigs.SASL_JAAS_CONFIG, sasl.jaas());
        }
    }

    /**
     * Checks names of further settings.
     *
     * @throws IllegalArgumentException if one is the engine's, or no client knows it
     */
    static void checkFurther(Set<String> further) {
        for (String name : new TreeSet<>(further)) {
            if (OWN.contains(name)) {
                throw new IllegalArgumentException(
                        "properties must not have " + name + ", which the engine sets or its promises depend on");
            }
            if (!isOfProducers(name) && !isOfConsumers(name) && !isOfAdmins(name)) {
                throw new IllegalArgumentException("properties has " + name + ", which no client of Kafka knows");
            }
        }
    }

    private static boolean isOfProducers(String name) {
        return ProducerConfig.configNames().contains(name);
    }

    private static boolean isOfConsumers(String name) {
        return ConsumerConfig.configNames().contains(name);
    }

    private static boolean isOfAdmins(String name) {
        return AdminClientConfig.configNames().contains(name);
    }

    /** Of the client that appends: records of a partition stay in order, and are acknowledged by all replicas in sync. */
    Map<String, Object> producer() {
        Map<String, Object> settings = further(ClientSettings::isOfProducers);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5);
        settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int)
                config.timeout().toMillis());
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, config.timeout().toMillis() / 2);
        settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0L);
        settings.put(
                ProducerConfig.COMPRESSION_TYPE_CONFIG, config.compression().property());
        settings.put(
                ProducerConfig.BATCH_SIZE_CONFIG,
                Math.min(BATCH, config.maxRecordBytes().saturatedInt()));
        settings.put(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, config.maxRecordBytes().saturatedInt() + OVERHEAD);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, bufferMemory());
        // The topic is never forgotten, so that a send after a quiet hour does not wait for a server.
        settings.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, (long) Integer.MAX_VALUE);
        return settings;
    }

    // Of what waits to be acknowledged, each record takes its length and up to a batch in each partition; so the
    // client's own bound,
    // which would block, is never met.
    private long bufferMemory() {
        return 2 * config.maxWaiting().bytes() + (long) BATCH * 2 * names.lanes(config) + (1 << 20);
    }

    /** Of the client that reads: nothing is committed or reset behind the engine's back. */
    Map<String, Object> consumer() {
        Map<String, Object> settings = further(ClientSettings::isOfConsumers);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, names.group());
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class.getName()));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.CHECK_CRCS_CONFIG, true);
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int)
                config.sessionTimeout().toMillis());
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int)
                Math.min(3_000, config.sessionTimeout().toMillis() / 3));
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS);
        settings.put(
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                config.fetchBytes().saturatedInt());
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int)
                requestTimeout().toMillis());
        return settings;
    }

    /** Of the client that looks at the topic and the group. */
    Map<String, Object> admin() {
        Map<String, Object> settings = further(ClientSettings::isOfAdmins);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int)
                requestTimeout().toMillis());
        return settings;
    }

    /**
     * Checks values that the clients would refuse only when they are made.
     *
     * @throws IllegalArgumentException if one cannot be
     */
    void check() {
        try {
            long linger = new ProducerConfig(producer()).getLong(ProducerConfig.LINGER_MS_CONFIG);
            if (linger > config.timeout().minus(requestTimeout()).toMillis()) {
                throw new IllegalArgumentException("linger.ms must be at most half of timeout");
            }
            new ConsumerConfig(consumer());
            new AdminClientConfig(admin());
        } catch (ConfigException e) {
            throw new IllegalArgumentException("properties: " + e.getMessage(), e);
        }
    }

    /** How long one request may take. */
    Duration requestTimeout() {
        Duration half = config.timeout().dividedBy(2);
        return half.compareTo(LONGEST_REQUEST) < 0 ? half : LONGEST_REQUEST;
    }

    private Map<String, Object> further(Predicate<String> isKnown) {
        Map<String, Object> settings = new HashMap<>(common);
        for (Map.Entry<String, Secret> entry : config.properties().entrySet()) {
            if (isKnown.test(entry.getKey())) {
                settings.put(entry.getKey(), entry.getValue().value());
            }
        }
        return settings;
    }
}
