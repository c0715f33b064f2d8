package io.sluice.plugins.kafkaqueue;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import io.sluice.api.Secret;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A queue of the engine {@code kafka}. */
public record KafkaQueueConfig(
        @Key("servers of Kafka to begin with, each HOST:PORT; the others are found through them")
        List<String> servers,

        @Key("the topic; left out: sluice.NAME by the queue's name. That of dead letters has .dead behind it") @Nullable String topic,

        @Key(
                "the consumer group of all gateways that share the queue; left out: as the topic. That of dead letters has .dead behind it")
        @Nullable String group,

        @Key(
                value =
                        "how many rows of records are kept in order, each a partition of the topic; fixed while the queue holds any",
                def = "64")
        int lanes,

        @Key(value = "on how many servers each record is kept", def = "3")
        int replicas,

        @Key(value = "on how many of them a record is before it is acknowledged", def = "2")
        int minInSync,

        @Key(value = "whether the topics are created if they are not there", def = "true")
        boolean create,

        @Key(value = "the longest record; the topic has to take it (max.message.bytes)", def = "8MiB")
        ByteSize maxRecordBytes,

        @Key(
                value = "the most bytes that may wait to be acknowledged by Kafka; above it the queue is full",
                def = "64MiB")
        ByteSize maxWaiting,

        @Key(value = "how many bytes of a lane are read ahead", def = "512KiB")
        ByteSize fetchBytes,

        @Key(value = "how records are compressed: none, gzip or lz4", def = "lz4")
        Compression compression,

        @Key(value = "how long Kafka may take to keep records before their append fails", def = "20s")
        Duration timeout,

        @Key(value = "how often it is kept which records are done; those may come again after a crash", def = "1s")
        Duration doneInterval,

        @Key(value = "how long a gateway may be silent before its lanes go to others", def = "30s")
        Duration sessionTimeout,

        @Key(
                "accepts a topic that deletes records after a time, if that is at least as long; left out: records must stay until they are done")
        @Nullable Duration minRetention,

        @Key(
                value =
                        "what becomes of a lane whose records Kafka lost before they were done: fail, or skip to go on with what is there",
                def = "fail")
        OnLoss onLoss,

        @Key("TLS to the servers; {} for the JDK's authorities. Left out: no TLS") @Nullable TlsFiles tls,

        @Key("a login at the servers by user and password") @Nullable SaslLogin sasl,

        @Key("further settings of Kafka's clients, by their names there; those that a promise depends on are refused")
        Map<String, Secret> properties) {

    static final int MAX_LANES = 1024;

    private static final Pattern SERVER = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):\\d{1,5}");
    private static final long MIN_RECORD = 32 << 10;
    private static final long MAX_RECORD = 64 << 20;

    public KafkaQueueConfig {
        check(!servers.isEmpty(), "servers needs an entry such as kafka-1:9092");
        for (String server : servers) {
            check(SERVER.matcher(server).matches(), "servers has entries such as kafka-1:9092, not '" + server + "'");
        }
        check(lanes >= 1 && lanes <= MAX_LANES, "lanes must be 1 to " + MAX_LANES);
        check(replicas >= 1 && replicas <= Short.MAX_VALUE, "replicas must be 1 to " + Short.MAX_VALUE);
        check(minInSync >= 1 && minInSync <= replicas, "minInSync must be 1 to replicas, " + replicas);
        check(
                maxRecordBytes.bytes() >= MIN_RECORD && maxRecordBytes.bytes() <= MAX_RECORD,
                "maxRecordBytes must be 32KiB to 64MiB");
        check(
                maxWaiting.bytes() >= maxRecordBytes.bytes() && maxWaiting.bytes() <= 1 << 30,
                "maxWaiting must be maxRecordBytes to 1GiB");
        check(fetchBytes.bytes() >= 1024 && fetchBytes.bytes() <= MAX_RECORD, "fetchBytes must be 1KiB to 64MiB");
        checkTimes(timeout, doneInterval, sessionTimeout);
        check(
                minRetention == null || minRetention.compareTo(Duration.ofHours(1)) >= 0,
                "minRetention must be at least 1h");
        ClientSettings.checkFurther(properties.keySet());
        servers = List.copyOf(servers);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    private static void checkTimes(Duration timeout, Duration doneInterval, Duration sessionTimeout) {
        check(isWithin(timeout, Duration.ofSeconds(1), Duration.ofMinutes(10)), "timeout must be 1s to 10m");
        check(isWithin(doneInterval, Duration.ofMillis(10), Duration.ofMinutes(1)), "doneInterval must be 10ms to 1m");
        check(
                isWithin(sessionTimeout, Duration.ofSeconds(6), Duration.ofMinutes(5)),
                "sessionTimeout must be 6s to 5m");
    }

    private static boolean isWithin(Duration time, Duration least, Duration most) {
        return time.compareTo(least) >= 0 && time.compareTo(most) <= 0;
    }

    private static void check(boolean well, String what) {
        if (!well) {
            throw new IllegalArgumentException(what);
        }
    }
}
