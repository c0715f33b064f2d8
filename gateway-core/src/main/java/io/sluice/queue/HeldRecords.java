package io.sluice.queue;

import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import java.util.ArrayDeque;
import java.util.function.Function;

/**
 * The records of a lane that are not finished, in their order, and the items of them that are in no bulk yet. Their bytes count in the
 * room of all lanes of the queue, and may be given back while the lane pauses, to be read again. On the lane's event loop.
 */
final class HeldRecords implements AutoCloseable {
    /** What each lane may hold without asking: a record of small items is not much longer than half of it. */
    static final int FREE = 2 * LaneRecords.LONG_RECORD;

    private static final long MOST_PASSED = 16 << 20;
    private static final int MOST_RECORDS = 2000;

    private final LaneRoom room;
    private final ArrayDeque<StoredRecord> records = new ArrayDeque<>();
    private final ArrayDeque<StoredItem> waiting = new ArrayDeque<>();
    private final DocumentOrder order = new DocumentOrder();
    private long waitingBytes;
    /** Bytes of all records that are needed, also of those that were given back. */
    private long bytes;
    /** Bytes of those that are not, and stay because of earlier ones. */
    private long passedBytes;

    private int passedRecords;
    /** What is taken of the room. */
    private long taken;
    /** Records whose bytes were given back and are to be read again, in order. */
    private final ArrayDeque<StoredRecord> absent = new ArrayDeque<>();

    HeldRecords(LaneRoom room) {
        this.room = room;
    }

    /**
     * Takes a record.
     *
     * @param reserved room that was taken for it
     * @param read makes the record, which owns its bytes then
     * @throws IllegalArgumentException if it cannot be read; its bytes are released
     */
    void add(QueuedRecord record, long reserved, Function<QueuedRecord, StoredRecord> read) {
        taken += reserved;
        int length = record.bytes().readableBytes();
        StoredRecord stored = read.apply(record);
        records.add(stored);
        order.begin(stored.presence());
        for (StoredItem item : stored.takeItems()) {
            order.add(stored.presence(), item.action().document());
            waiting.add(item);
            waitingBytes += item.length();
        }
        bytes += length;
        settle();
    }

    private void settle() {
        long due = absent.isEmpty() ? Math.max(0, bytes - FREE) : 0;
        if (due > taken) {
            room.add(due - taken);
        } else if (due < taken) {
            room.giveBack(taken - due);
        }
        taken = due;
    }

    /** The items that are in no bulk yet; who takes some says so by {@link #taken}. */
    ArrayDeque<StoredItem> waiting() {
        return waiting;
    }

    long waitingBytes() {
        return waitingBytes;
    }

    /** Items of so many bytes went into a bulk. */
    void taken(long ofItems) {
        waitingBytes -= ofItems;
    }

    /**
     * Lets the finished records at the front go, and the bytes of others that are needed no longer.
     *
     * @param lane told which records need not come again: all up to one, and each behind it that is finished and follows none that comes
     *     again
     */
    void removeFinished(QueueLane lane) {
        long position = -1;
        while (!records.isEmpty() && records.getFirst().isFinished()) {
            StoredRecord finished = records.removeFirst();
            position = finished.presence().isInEngine() ? finished.position() : position;
            finished.presence().leaveEngine();
            if (finished.isPassed()) {
                passedBytes -= finished.length();
                passedRecords--;
            } else {
                bytes -= finished.length();
            }
            finished.close();
        }
        if (position >= 0) {
            lane.done(position);
        }
        for (StoredRecord record : records) {
            Presence presence = record.presence();
            if (record.isFinished() && presence.isInEngine() && !presence.followsAny()) {
                presence.leaveEngine();
                lane.doneAlone(record.position());
            }
            if (!record.isPassed() && !record.isNeeded()) {
                record.pass();
                bytes -= record.length();
                passedBytes += record.length();
                passedRecords++;
            }
        }
        if (records.isEmpty()) {
            order.clear();
        }
        settle();
    }

    /** Whether so much behind the first unfinished record is done or set aside that no more is to be: what is known of it is held. */
    boolean passedMuch() {
        return passedBytes >= MOST_PASSED || passedRecords >= MOST_RECORDS;
    }

    /** Whether the lane holds more than its share. */
    boolean holdsMuch() {
        return taken > 0;
    }

    /** Releases the bytes of all records; what is known of their items stays. */
    void giveBack() {
        records.forEach(StoredRecord::giveBack);
        records.stream().filter(record -> record.presence().isInEngine()).forEach(absent::add);
        settle();
    }

    /** The room that is needed before the records are read again; 0 if they were not given back. */
    long missing() {
        return absent.isEmpty() ? 0 : bytes;
    }

    /** Room was taken for {@link #missing}. */
    void reserved(long ofRoom) {
        taken += ofRoom;
    }

    /**
     * Takes the next one of the records that were given back.
     *
     * @return whether all are there again
     * @throws IllegalArgumentException if it is another one; its bytes are released
     */
    boolean takeAgain(QueuedRecord record) {
        absent.getFirst().takeAgain(record);
        absent.removeFirst();
        if (absent.isEmpty()) {
            settle();
        }
        return absent.isEmpty();
    }

    @Override
    public void close() {
        records.forEach(StoredRecord::close);
        records.clear();
        absent.clear();
        waiting.clear();
        bytes = 0;
        settle();
    }
}
