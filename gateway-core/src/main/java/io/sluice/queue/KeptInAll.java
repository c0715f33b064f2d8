package io.sluice.queue;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.RecordQueue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;

/** Keeps the same records in several queues. Stateless. */
final class KeptInAll {
    private KeptInAll() {}

    /**
     * Appends to each queue. Queues that several writes have in common keep these writes in the same order.
     *
     * @param records given away
     * @return completes when all keep them. Fails with {@link QueueFullException} if one has no room: then none keeps them. Else fails with
     *     {@link QueueFailedException}: then some may keep them
     */
    static CompletionStage<Void> append(List<IngestQueue> queues, List<LaneRecord> records) {
        Map<IngestQueue, List<LaneRecord>> each = new LinkedHashMap<>();
        for (IngestQueue queue : queues) {
            each.put(queue, each.isEmpty() ? records : duplicates(records));
        }
        Map<IngestQueue, RecordQueue.HeldRoom> rooms;
        try {
            rooms = rooms(each);
        } catch (QueueFullException | QueueFailedException | RuntimeException e) {
            each.values().forEach(kept -> kept.forEach(record -> record.bytes().release()));
            return CompletableFuture.failedStage(e);
        }
        Map<String, CompletableFuture<Void>> kept = inTheSameOrder(rooms);
        return CompletableFuture.allOf(kept.values().toArray(CompletableFuture[]::new))
                .handle((nothing, any) -> outcome(kept))
                .thenCompose(stage -> stage);
    }

    private static List<LaneRecord> duplicates(List<LaneRecord> records) {
        return records.stream()
                .map(record -> new LaneRecord(record.lane(), record.bytes().retainedDuplicate()))
                .toList();
    }

    /** Room in each of the queues, or in none. */
    private static Map<IngestQueue, RecordQueue.HeldRoom> rooms(Map<IngestQueue, List<LaneRecord>> each)
            throws QueueFullException, QueueFailedException {
        Map<IngestQueue, RecordQueue.HeldRoom> rooms = new LinkedHashMap<>();
        try {
            for (Map.Entry<IngestQueue, List<LaneRecord>> one : each.entrySet()) {
                rooms.put(one.getKey(), one.getKey().takeRoom(one.getValue()));
            }
            return rooms;
        } catch (QueueFullException | QueueFailedException | RuntimeException e) {
            rooms.values().forEach(RecordQueue.HeldRoom::giveBack);
            throw e;
        }
    }

    // Between the appends of one write no other write of two of these queues is appended: one queue would have it
    // before the first write, and another behind it. Queues are locked in the order of their names, so that nobody
    // waits in a circle; an append only puts records into a line.
    private static Map<String, CompletableFuture<Void>> inTheSameOrder(Map<IngestQueue, RecordQueue.HeldRoom> rooms) {
        List<Lock> locks = rooms.keySet().stream()
                .sorted(Comparator.comparing(IngestQueue::name))
                .map(IngestQueue::appending)
                .toList();
        locks.forEach(Lock::lock);
        try {
            Map<String, CompletableFuture<Void>> kept = new LinkedHashMap<>();
            rooms.forEach((queue, room) -> kept.put(queue.name(), appended(room)));
            return kept;
        } finally {
            locks.forEach(Lock::unlock);
        }
    }

    private static CompletableFuture<Void> appended(RecordQueue.HeldRoom room) {
        try {
            return room.append().toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletionStage<Void> outcome(Map<String, CompletableFuture<Void>> kept) {
        List<Throwable> failures = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        kept.forEach((name, stage) -> {
            if (stage.isCompletedExceptionally()) {
                Throwable cause = Objects.requireNonNull(StageFailure.of(stage.exceptionNow()));
                failures.add(cause);
                failed.add(name + " (" + cause.getMessage() + ")");
            }
        });
        if (failures.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        boolean nowhere =
                failures.size() == kept.size() && failures.stream().allMatch(QueueFullException.class::isInstance);
        return CompletableFuture.failedStage(
                nowhere
                        ? failures.getFirst()
                        : new QueueFailedException("not kept by each queue: " + String.join(", ", failed)));
    }
}
