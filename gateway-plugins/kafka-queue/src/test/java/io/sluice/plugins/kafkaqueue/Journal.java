package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.plugins.kafkaqueue.QueueRig.Got;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was acknowledged and what was read, by several processes of one machine, whose monotonic clock they share. */
final class Journal {

    private final Map<Integer, Set<String>> acknowledged = new HashMap<>();
    private final Map<Integer, List<Read>> reads = new HashMap<>();
    private long acknowledgedCount;
    private long failedCount;

    private record Read(long nanoTime, Got got) {}

    synchronized void decided(int lane, String text, boolean kept) {
        if (kept) {
            acknowledged.computeIfAbsent(lane, none -> new HashSet<>()).add(text);
            acknowledgedCount++;
        } else {
            failedCount++;
        }
    }

    synchronized void read(int lane, long nanoTime, Got got) {
        reads.computeIfAbsent(lane, none -> new ArrayList<>()).add(new Read(nanoTime, got));
    }

    synchronized long acknowledged() {
        return acknowledgedCount;
    }

    synchronized long failed() {
        return failedCount;
    }

    synchronized long reads() {
        return reads.values().stream().mapToLong(List::size).sum();
    }

    void awaitMore(int acknowledgements) {
        long before = acknowledged();
        await().atMost(QueueRig.PATIENCE).until(() -> acknowledged() >= before + acknowledgements);
    }

    void awaitMoreReads(int count) {
        long before = reads();
        await().atMost(QueueRig.PATIENCE).until(() -> reads() >= before + count);
    }

    /** Waits until everything that was acknowledged was read. */
    void awaitAllRead() {
        await().atMost(QueueRig.PATIENCE).until(this::areAllRead);
    }

    private synchronized boolean areAllRead() {
        return acknowledged.entrySet().stream().allMatch(entry -> {
            Set<String> read = new HashSet<>();
            reads.getOrDefault(entry.getKey(), List.of())
                    .forEach(one -> read.add(one.got().text()));
            return read.containsAll(entry.getValue());
        });
    }

    /**
     * Each lane was read in order, and no record of it was passed over.
     *
     * @return how many records were read more than once
     */
    synchronized int check() {
        int again = 0;
        for (Map.Entry<Integer, List<Read>> entry : reads.entrySet()) {
            List<Read> inTime = new ArrayList<>(entry.getValue());
            inTime.sort(Comparator.comparingLong(Read::nanoTime));
            again += checkLane(entry.getKey(), inTime);
        }
        return again;
    }

    private static int checkLane(int lane, List<Read> inTime) {
        long furthest = -1;
        int again = 0;
        Map<Long, String> seen = new HashMap<>();
        Map<String, Long> lastOfWriter = new HashMap<>();
        for (Read read : inTime) {
            long position = read.got().position();
            String text = read.got().text();
            assertThat(position).as("lane %d: none is passed over", lane).isLessThanOrEqualTo(furthest + 1);
            String before = seen.putIfAbsent(position, text);
            if (before == null) {
                furthest = position;
                String[] parts = text.split(":", 3);
                long number = Long.parseLong(parts[1]);
                Long last = lastOfWriter.put(parts[0], number);
                assertThat(number).as("lane %d, writer %s", lane, parts[0]).isGreaterThan(last == null ? 0 : last);
                assertThat(parts[2]).hasSize((int) (number * 31 % 2_000));
            } else {
                again++;
                assertThat(text).as("lane %d, position %d", lane, position).isEqualTo(before);
            }
        }
        return again;
    }

    @Override
    public synchronized String toString() {
        return acknowledgedCount + " acknowledged, " + failedCount + " not, " + reads() + " reads";
    }
}
