package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.queue.RecordQueue;
import io.sluice.plugins.kafkaqueue.QueueRig.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Topics that are made, and topics that are there already. */
class TopicIT {

    private final String name = SharedKafka.name();
    private final String topic = "sluice." + name;
    private final TestConfig config = SharedKafka.config();

    private void make(int partitions, Map<String, String> settings) throws Exception {
        Map<String, String> all =
                new TreeMap<>(Map.of("retention.ms", "-1", "max.message.bytes", "2000000", "min.insync.replicas", "1"));
        all.putAll(settings);
        try (Admin admin = SharedKafka.admin(config.servers)) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(all)))
                    .all()
                    .get();
        }
    }

    @Test
    void makesATopicThatKeepsWhatIsNotDone() throws Exception {
        try (QueueRig rig = QueueRig.open(config, name);
                Admin admin = SharedKafka.admin(config.servers)) {
            rig.put(3, "a");
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            Config made = admin.describeConfigs(List.of(resource)).all().get().get(resource);

            assertThat(made.get("retention.ms").value()).isEqualTo("-1");
            assertThat(made.get("retention.bytes").value()).isEqualTo("-1");
            assertThat(made.get("cleanup.policy").value()).isEqualTo("delete");
            assertThat(made.get("unclean.leader.election.enable").value()).isEqualTo("false");
            assertThat(made.get("min.insync.replicas").value()).isEqualTo("1");
            assertThat(admin.describeTopics(List.of(topic))
                            .allTopicNames()
                            .get()
                            .get(topic)
                            .partitions())
                    .hasSize(4);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cleanup.policy, compact, 'cleanup.policy is compact, which drops records that are not done; it must be delete'",
        "retention.ms, 86400000, 'retention.ms is 86400000, so records are deleted that are not done; it must be -1, or minRetention be set'",
        "retention.bytes, 1000, 'retention.bytes is 1000, so records are deleted that are not done; it must be -1'",
        "unclean.leader.election.enable, true, 'unclean.leader.election.enable is true, which loses records that were acknowledged'",
        "max.message.bytes, 1000000, 'max.message.bytes is 1000000, and 1049600 are needed for maxRecordBytes'",
        "compression.type, zstd, 'compression.type is zstd, which the plugin cannot read'"
    })
    void refusesATopicThatBreaksAPromise(String key, String value, String why) throws Exception {
        make(4, Map.of(key, value));

        assertThatThrownBy(() -> KafkaQueue.open(config.make(), new TestContext(name), () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the topic " + topic + " cannot be used: " + why);
    }

    @Test
    void refusesATopicWithAnotherNumberOfPartitions() throws Exception {
        make(3, Map.of());

        assertThatThrownBy(() -> KafkaQueue.open(config.make(), new TestContext(name), () -> {}))
                .hasMessage("the topic " + topic
                        + " cannot be used: it has 3 partitions, and the queue has 4 lanes (lanes)");
    }

    @Test
    void refusesATopicOnTooFewServers() throws Exception {
        make(4, Map.of());
        config.replicas = 2;
        config.minInSync = 2;

        assertThatThrownBy(() -> KafkaQueue.open(config.make(), new TestContext(name), () -> {}))
                .hasMessage(
                        "the topic " + topic + " cannot be used: a partition has 1 replicas, and at least 2 are wanted"
                                + " (replicas); min.insync.replicas is 1, and at least 2 is wanted (minInSync)");
    }

    @Test
    void refusesToMakeATopicWhereThatIsNotWanted() {
        config.create = false;

        assertThatThrownBy(() -> KafkaQueue.open(config.make(), new TestContext(name), () -> {}))
                .hasMessage(
                        "the topic " + topic + " cannot be used: there is no topic " + topic + ", and create is false");
    }

    @Test
    void saysWhyATopicCannotBeMade() {
        config.replicas = 2;

        assertThatThrownBy(() -> KafkaQueue.open(config.make(), new TestContext(name), () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("InvalidReplicationFactorException");
    }

    @Test
    void acceptsATimeOfRetentionThatIsLongEnough() throws Exception {
        make(4, Map.of("retention.ms", "86400000"));
        config.minRetention = Duration.ofDays(1);

        try (QueueRig rig = QueueRig.open(config, name)) {
            rig.put(0, "a");
            assertThat(rig.next(0).text()).isEqualTo("a");
        }
    }

    @Test
    void refusesTwoQueuesOfOneProcessWithOneTopic() throws Exception {
        KafkaQueueFactory factory = new KafkaQueueFactory();
        config.topic = topic;
        RecordQueue first = factory.open(config.make(), new TestContext(name));

        assertThatThrownBy(() -> factory.open(config.make(), new TestContext("other")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is that of the queue " + name);
        first.close();
        factory.open(config.make(), new TestContext("other")).close();
    }

    @Test
    void keepsDeadLettersInATopicOfTheirOwn() throws Exception {
        try (QueueRig rig = QueueRig.open(config, name);
                QueueRig dead = QueueRig.open(config, name + "/dead")) {
            assertThat(dead.queue.lanes()).isEqualTo(1);
            dead.put(0, "letter");
            rig.put(0, "record");

            assertThat(dead.next(0).text()).isEqualTo("letter");
            assertThat(rig.next(0).text()).isEqualTo("record");
        }
    }
}
