package io.sluice.plugins.kafkaqueue;

import io.sluice.api.QueueFactory;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Opens queues in topics of Kafka. */
public final class KafkaQueueFactory implements QueueFactory<KafkaQueueConfig> {

    /** The queues of this process that are open, by topic. */
    private final Map<String, String> open = new ConcurrentHashMap<>();

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "kafka";
    }

    @Override
    public String description() {
        return "keeps records in Kafka, on several servers, and shares them with other gateways";
    }

    @Override
    public Class<KafkaQueueConfig> configType() {
        return KafkaQueueConfig.class;
    }

    @Override
    public int lanes(KafkaQueueConfig config) {
        return config.lanes();
    }

    @Override
    public void check(KafkaQueueConfig config, QueueContext context) throws IOException {
        new ClientSettings(config, QueueNames.of(context.name(), config)).check();
    }

    @Override
    public RecordQueue open(KafkaQueueConfig config, QueueContext context) throws IOException {
        QueueNames names = QueueNames.of(context.name(), config);
        String other = open.putIfAbsent(names.topic(), context.name());
        if (other != null) {
            throw new IllegalArgumentException("the topic " + names.topic() + " is that of the queue " + other
                    + ", which would get a part of the records; another name is needed");
        }
        try {
            return KafkaQueue.open(config, context, () -> open.remove(names.topic()));
        } catch (IOException | RuntimeException | Error e) {
            open.remove(names.topic());
            throw e;
        }
    }
}
