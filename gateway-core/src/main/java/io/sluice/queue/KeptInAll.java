package io.sluice.queue;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Keeps the same records in several queues. Stateless. */
final class KeptInAll {
    private KeptInAll() {}

    /**
     * Appends to each queue.
     *
     * @param records given away
     * @return completes when all keep them. Fails with {@link QueueFullException} if none does for want of room, else with {@link
     *     QueueFailedException}: then some may keep them
     */
    static CompletionStage<Void> append(List<IngestQueue> queues, List<LaneRecord> records) {
        for (IngestQueue queue : queues) {
            if (queue.isFull()) {
                records.forEach(record -> record.bytes().release());
                return CompletableFuture.failedStage(new QueueFullException("queue " + queue.name() + " is full"));
            }
        }
        Map<String, CompletableFuture<Void>> kept = new LinkedHashMap<>();
        for (int i = 1; i < queues.size(); i++) {
            List<LaneRecord> copy = records.stream()
                    .map(record -> new LaneRecord(record.lane(), record.bytes().retainedDuplicate()))
                    .toList();
            kept.put(queues.get(i).name(), appended(queues.get(i), copy));
        }
        kept.put(queues.getFirst().name(), appended(queues.getFirst(), records));
        return CompletableFuture.allOf(kept.values().toArray(CompletableFuture[]::new))
                .handle((nothing, any) -> outcome(kept))
                .thenCompose(stage -> stage);
    }

    private static CompletableFuture<Void> appended(IngestQueue queue, List<LaneRecord> records) {
        try {
            return queue.append(records).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletionStage<Void> outcome(Map<String, CompletableFuture<Void>> kept) {
        List<Throwable> failures = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        kept.forEach((name, stage) -> {
            if (stage.isCompletedExceptionally()) {
                Throwable thrown = stage.exceptionNow();
                Throwable inner = thrown.getCause();
                Throwable cause = thrown instanceof CompletionException && inner != null ? inner : thrown;
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
