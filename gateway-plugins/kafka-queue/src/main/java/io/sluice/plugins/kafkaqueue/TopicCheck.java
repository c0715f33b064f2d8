package io.sluice.plugins.kafkaqueue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Whether a queue's topic keeps what the queue promises; creates the topic where that is wanted. Blocks. For one thread at a time. */
final class TopicCheck {

    private static final long SEGMENT = 64L << 20;
    private static final String FOR_EVER = "-1";
    private static final Duration STEP = Duration.ofMillis(50);

    private final Supplier<Admin> admin;
    private final KafkaQueueConfig config;
    private final QueueNames names;
    private final Duration patience;
    /** The topic that the queue has; null before it was found. */
    private @Nullable Uuid known;

    /** @param patience how long one request may take */
    TopicCheck(Supplier<Admin> admin, KafkaQueueConfig config, QueueNames names, Duration patience) {
        this.admin = admin;
        this.config = config;
        this.names = names;
        this.patience = patience;
    }

    /**
     * Checks the topic.
     *
     * @return what is wrong with it; empty if it can be used
     * @throws ExecutionException if Kafka does not allow or cannot do it; the cause says why
     * @throws TimeoutException if no server answered in time
     */
    List<String> run() throws ExecutionException, TimeoutException, InterruptedException {
        Optional<TopicDescription> found = describe();
        if (found.isEmpty() && known == null && config.create()) {
            create();
            found = Optional.of(awaitNew());
        }
        if (found.isEmpty()) {
            return List.of("there is no topic " + names.topic()
                    + (known == null ? ", and create is false" : " any more: it was deleted"));
        }
        TopicDescription topic = found.get();
        known = known == null ? topic.topicId() : known;
        List<String> problems = new ArrayList<>();
        if (!topic.topicId().equals(known)) {
            problems.add("it was deleted and made anew while the queue was open");
        }
        checkPartitions(topic, problems);
        checkSettings(problems);
        return problems;
    }

    /** A new topic may take a moment until each server knows it. */
    private TopicDescription awaitNew() throws ExecutionException, TimeoutException, InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < until) {
            Optional<TopicDescription> found = describe();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(STEP);
        }
        throw new TimeoutException("the new topic " + names.topic() + " is not there yet");
    }

    private Optional<TopicDescription> describe() throws ExecutionException, TimeoutException, InterruptedException {
        try {
            var asked = admin.get().describeTopics(List.of(names.topic())).topicNameValues();
            return Optional.of(get(Objects.requireNonNull(asked.get(names.topic()))));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private void create() throws ExecutionException, TimeoutException, InterruptedException {
        NewTopic topic = new NewTopic(names.topic(), names.lanes(config), (short) config.replicas());
        Map<String, String> settings = new HashMap<>();
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        settings.put(TopicConfig.RETENTION_MS_CONFIG, FOR_EVER);
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, FOR_EVER);
        settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(config.minInSync()));
        settings.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
        settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(longestBatch()));
        // Room is freed by whole segments, and only of those that are not written any more.
        settings.put(TopicConfig.SEGMENT_BYTES_CONFIG, Long.toString(Math.max(SEGMENT, 2 * longestBatch())));
        // By the servers' clocks, so that a gateway whose clock is wrong neither is refused nor ages records.
        settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        try {
            get(admin.get().createTopics(List.of(topic.configs(settings))).all());
        } catch (ExecutionException e) {
            // Another gateway may have been faster.
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    private long longestBatch() {
        return config.maxRecordBytes().bytes() + ClientSettings.OVERHEAD;
    }

    private void checkPartitions(TopicDescription topic, List<String> problems) {
        int lanes = names.lanes(config);
        if (topic.partitions().size() != lanes) {
            problems.add("it has " + topic.partitions().size() + " partitions, and the queue has "
                    + (names.dead() ? "1 lane" : lanes + " lanes (lanes)"));
        }
        int replicas = topic.partitions().stream()
                .map(TopicPartitionInfo::replicas)
                .mapToInt(List::size)
                .min()
                .orElse(0);
        if (replicas < config.replicas()) {
            problems.add("a partition has " + replicas + " replicas, and at least " + config.replicas()
                    + " are wanted (replicas)");
        }
    }

    private void checkSettings(List<String> problems)
            throws ExecutionException, TimeoutException, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, names.topic());
        var asked = admin.get().describeConfigs(List.of(resource)).values();
        Config settings = get(Objects.requireNonNull(asked.get(resource)));
        String cleanup = value(settings, TopicConfig.CLEANUP_POLICY_CONFIG);
        if (!cleanup.equals(TopicConfig.CLEANUP_POLICY_DELETE)) {
            problems.add("cleanup.policy is " + cleanup + ", which drops records that are not done; it must be delete");
        }
        checkRetention(settings, problems);
        if (number(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG) < config.minInSync()) {
            problems.add("min.insync.replicas is " + value(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG)
                    + ", and at least " + config.minInSync() + " is wanted (minInSync)");
        }
        if (!value(settings, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG).equals("false")) {
            problems.add("unclean.leader.election.enable is true, which loses records that were acknowledged");
        }
        if (number(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) < longestBatch()) {
            problems.add("max.message.bytes is " + value(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) + ", and "
                    + longestBatch() + " are needed for maxRecordBytes");
        }
        String compression = value(settings, TopicConfig.COMPRESSION_TYPE_CONFIG);
        if (compression.equals("zstd") || compression.equals("snappy")) {
            problems.add("compression.type is " + compression + ", which the plugin cannot read");
        }
    }

    private void checkRetention(Config settings, List<String> problems) {
        long millis = number(settings, TopicConfig.RETENTION_MS_CONFIG);
        Duration accepted = config.minRetention();
        if (millis >= 0 && (accepted == null || millis < accepted.toMillis())) {
            problems.add("retention.ms is " + millis + ", so records are deleted that are not done; "
                    + (accepted == null
                            ? "it must be -1, or minRetention be set"
                            : "minRetention is " + accepted.toMillis()));
        }
        if (number(settings, TopicConfig.RETENTION_BYTES_CONFIG) >= 0) {
            problems.add("retention.bytes is " + value(settings, TopicConfig.RETENTION_BYTES_CONFIG)
                    + ", so records are deleted that are not done; it must be -1");
        }
    }

    private static String value(Config settings, String name) {
        return settings.get(name) == null
                ? ""
                : String.valueOf(settings.get(name).value());
    }

    private static long number(Config settings, String name) {
        return Long.parseLong(value(settings, name));
    }

    private <T> T get(KafkaFuture<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
