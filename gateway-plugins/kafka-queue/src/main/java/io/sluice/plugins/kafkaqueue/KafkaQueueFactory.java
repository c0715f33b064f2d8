package io.sluice.plugins.kafkaqueue;

import io.sluice.api.QueueFactory;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;

/** Opens queues in topics of Kafka. */
public final class KafkaQueueFactory implements QueueFactory<KafkaQueueConfig> {

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
    public RecordQueue open(KafkaQueueConfig config, QueueContext context) throws IOException {
        return KafkaQueue.open(config, context);
    }
}
