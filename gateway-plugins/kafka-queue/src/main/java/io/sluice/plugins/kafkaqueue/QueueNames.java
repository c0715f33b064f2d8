package io.sluice.plugins.kafkaqueue;

import java.util.regex.Pattern;

/**
 * What a queue is called in Kafka. Immutable.
 *
 * @param topic where its records are
 * @param group of those who read them
 * @param dead whether it is a queue of dead letters
 */
record QueueNames(String topic, String group, boolean dead) {

    /** What follows the name of a queue in that of its dead letters, for the gateway. */
    private static final String DEAD = "/dead";

    /** The same in a topic's name. */
    private static final String DEAD_TOPIC = ".dead";

    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    /**
     * The names of a queue.
     *
     * @throws IllegalArgumentException if a topic cannot be called so, or another queue's dead letters would be
     */
    static QueueNames of(String queue, KafkaQueueConfig config) {
        boolean dead = queue.endsWith(DEAD);
        String own = dead ? queue.substring(0, queue.length() - DEAD.length()) : queue;
        String topic = config.topic() == null ? "sluice." + own : config.topic();
        String group = config.group() == null ? topic : config.group();
        if (!TOPIC.matcher(topic).matches()) {
            throw new IllegalArgumentException(
                    "topic has 1 to 200 letters, digits, full stops, hyphens and underscores; '" + topic
                            + "' has others, so the key topic is needed");
        }
        if (topic.endsWith(DEAD_TOPIC)) {
            throw new IllegalArgumentException(
                    "the topic '" + topic + "' ends as one of dead letters does; another name is needed");
        }
        if (group.isBlank() || group.length() > 200) {
            throw new IllegalArgumentException("group has 1 to 200 characters");
        }
        return dead
                ? new QueueNames(topic + DEAD_TOPIC, group + DEAD_TOPIC, true)
                : new QueueNames(topic, group, false);
    }

    /** How many partitions the topic has. Dead letters are few, and one lane keeps all of them. */
    int lanes(KafkaQueueConfig config) {
        return dead ? 1 : config.lanes();
    }
}
