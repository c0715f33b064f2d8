package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaQueueConfigTest {

    private static Arguments wrong(String why, Consumer<TestConfig> change) {
        return Arguments.of(why, change);
    }

    static Stream<Arguments> wrongs() {
        return Stream.of(
                wrong("servers needs an entry such as kafka-1:9092", c -> c.servers = List.of()),
                wrong("servers has entries such as kafka-1:9092, not 'kafka-1'", c -> c.servers = List.of("kafka-1")),
                wrong("lanes must be 1 to 1024", c -> c.lanes = 0),
                wrong("lanes must be 1 to 1024", c -> c.lanes = 1025),
                wrong("replicas must be 1 to 32767", c -> c.replicas = 0),
                wrong("minInSync must be 1 to replicas, 1", c -> c.minInSync = 2),
                wrong("minInSync must be 1 to replicas, 1", c -> c.minInSync = 0),
                wrong("maxRecordBytes must be 32KiB to 64MiB", c -> c.maxRecordBytes = "1KiB"),
                wrong("maxWaiting must be maxRecordBytes to 1GiB", c -> c.maxWaiting = "64KiB"),
                wrong("fetchBytes must be 1KiB to 64MiB", c -> c.fetchBytes = "1"),
                wrong("timeout must be 1s to 10m", c -> c.timeout = Duration.ofMillis(999)),
                wrong("doneInterval must be 10ms to 1m", c -> c.doneInterval = Duration.ofMillis(9)),
                wrong("sessionTimeout must be 6s to 5m", c -> c.sessionTimeout = Duration.ofSeconds(5)),
                wrong("minRetention must be at least 1h", c -> c.minRetention = Duration.ofMinutes(59)));
    }

    @ParameterizedTest
    @MethodSource("wrongs")
    void refusesWhatCannotWork(String why, Consumer<TestConfig> change) {
        TestConfig config = TestConfig.of("kafka-1:9092");
        change.accept(config);

        assertThatThrownBy(config::make).hasMessage(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acks",
                "enable.idempotence",
                "max.in.flight.requests.per.connection",
                "retries",
                "transactional.id",
                "enable.auto.commit",
                "auto.offset.reset",
                "isolation.level",
                "group.protocol",
                "partition.assignment.strategy",
                "interceptor.classes",
                "bootstrap.servers",
                "ssl.endpoint.identification.algorithm"
            })
    void refusesSettingsThatAPromiseDependsOn(String name) {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.properties.put(name, new Secret("1"));

        assertThatThrownBy(config::make)
                .hasMessage("properties must not have " + name + ", which the engine sets or its promises depend on");
    }

    @Test
    void refusesSettingsThatNoClientKnows() {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.properties.put("lingre.ms", new Secret("1"));

        assertThatThrownBy(config::make).hasMessage("properties has lingre.ms, which no client of Kafka knows");
    }

    @Test
    void passesFurtherSettingsToTheClientsThatKnowThem() throws Exception {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.properties.put("linger.ms", new Secret("7"));
        config.properties.put("fetch.max.wait.ms", new Secret("9"));

        ClientSettings settings = settings(config, "ingest");

        assertThat(settings.producer()).containsEntry("linger.ms", "7").doesNotContainKey("fetch.max.wait.ms");
        assertThat(settings.consumer()).containsEntry("fetch.max.wait.ms", "9").doesNotContainKey("linger.ms");
        assertThat(settings.admin()).doesNotContainKeys("linger.ms");
    }

    @Test
    void settingsCanMakeTheClients() throws Exception {
        ClientSettings settings = settings(TestConfig.of("kafka-1:9092"), "ingest");

        assertThat(new ProducerConfig(settings.producer()).getString("acks")).isEqualTo("-1");
        assertThat(new ConsumerConfig(settings.consumer()).getString("auto.offset.reset"))
                .isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource({
        "linger.ms, abc, properties: Invalid value abc",
        "linger.ms, 15000, linger.ms must be at most half of timeout"
    })
    void refusesValuesThatTheClientsWould(String name, String value, String why) throws Exception {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.properties.put(name, new Secret(value));
        ClientSettings settings = settings(config, "ingest");

        assertThatThrownBy(settings::check)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(why);
    }

    private static ClientSettings settings(TestConfig config, String queue) throws Exception {
        KafkaQueueConfig made = config.make();
        return new ClientSettings(made, QueueNames.of(queue, made));
    }

    @Test
    void logsInByUserAndPasswordWhateverTheyAreMadeOf() throws Exception {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.sasl = new SaslLogin(SaslLogin.Mechanism.SCRAM_SHA_512, "gate\"way", new Secret("a\\b\"c;"));

        Map<String, Object> admin = settings(config, "ingest").admin();

        assertThat(admin)
                .containsEntry("security.protocol", "SASL_PLAINTEXT")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .containsEntry(
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required"
                                + " username=\"gate\\\"way\" password=\"a\\\\b\\\"c;\";");
        assertThat(config.make().toString()).doesNotContain("a\\b");
    }

    @ParameterizedTest
    @CsvSource({
        "ingest,, sluice.ingest, sluice.ingest, 4",
        "ingest/dead,, sluice.ingest.dead, sluice.ingest.dead, 1",
        "ingest, writes, writes, writes, 4",
        "ingest/dead, writes, writes.dead, writes.dead, 1"
    })
    void namesTopicsAndGroupsByTheQueue(String queue, String topic, String expected, String group, int lanes) {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.topic = topic;

        QueueNames names = QueueNames.of(queue, config.make());

        assertThat(names.topic()).isEqualTo(expected);
        assertThat(names.group()).isEqualTo(group);
        assertThat(names.lanes(config.make())).isEqualTo(lanes);
    }

    @ParameterizedTest
    @CsvSource({
        "a b, 'topic has 1 to 200 letters, digits, full stops, hyphens and underscores; ''a b'' has others, so the key topic is needed'",
        "x.dead, 'the topic ''x.dead'' ends as one of dead letters does; another name is needed'"
    })
    void refusesTopicsThatCannotBeOrWouldMeetAnother(String topic, String why) {
        TestConfig config = TestConfig.of("kafka-1:9092");
        config.topic = topic;

        assertThatThrownBy(() -> QueueNames.of("ingest", config.make())).hasMessage(why);
    }
}
