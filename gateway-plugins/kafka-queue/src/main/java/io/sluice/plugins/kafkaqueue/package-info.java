/**
 * The queue engine {@code kafka}: each lane of a queue is a partition of a topic, which all gateways of one consumer group share. ADR
 * 60 says what is asked of Kafka and why.
 */
@NullMarked
package io.sluice.plugins.kafkaqueue;

import org.jspecify.annotations.NullMarked;
