package io.sluice.plugins.kafkaqueue;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Asks Kafka where lanes begin, end and are done, and deletes what is done. Blocks. Safe from any thread. */
final class TopicOffsets {

    private final Supplier<Admin> admin;
    private final QueueNames names;
    private final Duration patience;

    /** @param patience how long a question may take */
    TopicOffsets(Supplier<Admin> admin, QueueNames names, Duration patience) {
        this.admin = admin;
        this.names = names;
        this.patience = patience;
    }

    /**
     * What Kafka has of lanes.
     *
     * @return those of which it could be asked: a partition may be without a leader
     * @throws ExecutionException if the group's positions cannot be read
     * @throws TimeoutException if no server answered in time
     */
    Map<Integer, LaneOffsets> read(Collection<Integer> lanes)
            throws ExecutionException, TimeoutException, InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        // First, so that nothing is done behind an end that was read before.
        Map<TopicPartition, OffsetAndMetadata> committed = committed(until);
        ListOffsetsResult begins = admin.get().listOffsets(specs(lanes, OffsetSpec.earliest()));
        ListOffsetsResult ends = admin.get().listOffsets(specs(lanes, OffsetSpec.latest()));
        Map<Integer, LaneOffsets> found = new HashMap<>();
        for (int lane : lanes) {
            TopicPartition partition = partition(lane);
            try {
                long begin = get(begins.partitionResult(partition), until).offset();
                long end = get(ends.partitionResult(partition), until).offset();
                found.put(lane, new LaneOffsets(begin, end, committed.get(partition)));
            } catch (ExecutionException | TimeoutException e) {
                // The partition has no leader now; it is asked for again.
            }
        }
        return found;
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(long until)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>();
            get(admin.get().listConsumerGroupOffsets(names.group()).partitionsToOffsetAndMetadata(), until)
                    .forEach((partition, offset) -> {
                        if (offset != null) {
                            all.put(partition, offset);
                        }
                    });
            return all;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw e;
        }
    }

    /**
     * Deletes records.
     *
     * @param before by lane, the position of the first that stays
     * @throws ExecutionException if Kafka does not allow it, or could not
     * @throws TimeoutException if no server answered in time
     */
    void delete(Map<Integer, Long> before) throws ExecutionException, TimeoutException, InterruptedException {
        Map<TopicPartition, RecordsToDelete> what = before.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> partition(entry.getKey()), entry -> RecordsToDelete.beforeOffset(entry.getValue())));
        get(admin.get().deleteRecords(what).all(), System.nanoTime() + patience.toNanos());
    }

    private Map<TopicPartition, OffsetSpec> specs(Collection<Integer> lanes, OffsetSpec spec) {
        return lanes.stream().collect(Collectors.toMap(this::partition, lane -> spec));
    }

    TopicPartition partition(int lane) {
        return new TopicPartition(names.topic(), lane);
    }

    private static <T> T get(KafkaFuture<T> future, long until)
            throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    }
}
