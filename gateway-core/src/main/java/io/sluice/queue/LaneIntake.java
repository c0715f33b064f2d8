package io.sluice.queue;

import io.sluice.api.queue.LongRecord;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.bulk.hash.SecretHash;
import io.sluice.upstream.GuardedLoop;
import org.jspecify.annotations.Nullable;

/** Takes the records of one lane in, for which there has to be room, and takes them in again after they were given back. On one event loop. */
final class LaneIntake implements LaneFeed.Receiver, AutoCloseable {
    private final IngestQueue queue;
    private final QueueLane lane;
    private final GuardedLoop guarded;
    private final Taker taker;
    private final LaneFeed feed;
    private final HeldRecords held;
    private final StoredRecord.Around around = new StoredRecord.Around(new SecretHash(), this::claim);
    /** Room that was taken for a record that has not come. */
    private long reserved;
    /** Whether room was asked for that has not been granted. */
    private boolean wantsRoom;

    private boolean reading;
    private boolean ended;

    /** Who uses the records. */
    interface Taker {
        /** Whether the lane has nothing to do, so that it may wait for room. */
        boolean mayWait();

        /** Whether it gathers items, so that it takes what there is room for at once. */
        boolean mayTake();

        /** A record came. */
        void onRecord();

        /** The next record is long, and there is no room for it now; only while the lane gathers items. */
        void onNoRoom();

        /** All records are there again. */
        void onReadAgain();

        /** There will be no more. */
        void onFailure(String reason);
    }

    LaneIntake(IngestQueue queue, QueueLane lane, GuardedLoop guarded, Taker taker) {
        this.queue = queue;
        this.lane = lane;
        this.guarded = guarded;
        this.taker = taker;
        this.feed = new LaneFeed(lane, guarded, this);
        this.held = new HeldRecords(queue.room());
    }

    HeldRecords held() {
        return held;
    }

    /** Asks for a record, unless one was asked for that has not come. */
    void ask() {
        if (!wantsRoom) {
            feed.ask(HeldRecords.FREE);
        }
    }

    /** Whether it waits for room for a long record. */
    boolean wantsRoom() {
        return wantsRoom;
    }

    /** Gives the bytes back that others need, unless it waits for room itself. */
    void giveBackIfShort() {
        if (!wantsRoom && held.holdsMuch() && queue.room().isShort()) {
            held.giveBack();
            giveReservedBack();
            feed.rewind();
        }
    }

    private void giveReservedBack() {
        queue.room().giveBack(reserved);
        reserved = 0;
    }

    /** Whether all records are there. */
    boolean isComplete() {
        return held.missing() == 0;
    }

    /** Reads again what was given back, once there is room. */
    void readAgain() {
        reading = true;
        askForRoom(held.missing());
    }

    @Override
    public void onNext(NextRecord next) {
        switch (next) {
            case LongRecord longer -> onLong(longer.bytes());
            case QueuedRecord record -> onRecord(record);
        }
    }

    @Override
    public void onFailure(@Nullable Throwable failure) {
        taker.onFailure(String.valueOf(failure));
    }

    private void onRecord(QueuedRecord record) {
        try {
            if (reading) {
                onReadAgain(record);
                return;
            }
            long room = reserved;
            reserved = 0;
            held.add(record, room, read -> new StoredRecord(read, read.position() < lane.unreadFrom(), around));
        } catch (IllegalArgumentException e) {
            taker.onFailure(String.valueOf(e.getMessage()));
            return;
        }
        taker.onRecord();
    }

    private void onReadAgain(QueuedRecord record) {
        if (held.takeAgain(record)) {
            reading = false;
            taker.onReadAgain();
        } else {
            feed.ask(Integer.MAX_VALUE);
        }
    }

    private AwaitedWrite.@Nullable Claim claim(String receipt) {
        AwaitedWrite awaited = queue.awaited(receipt);
        return awaited == null ? null : awaited.claim(lane.number());
    }

    // What sends, or waits for its turn, does not wait for room: those that wait for a turn have it.
    private void onLong(int bytes) {
        if (taker.mayWait()) {
            askForRoom(bytes);
        } else if (taker.mayTake() && queue.room().tryTake(bytes)) {
            reserved = bytes;
            feed.ask(bytes);
        } else if (taker.mayTake()) {
            taker.onNoRoom();
        }
    }

    private void askForRoom(long bytes) {
        wantsRoom = true;
        queue.room().ask(bytes, () -> guarded.execute(() -> onRoom(bytes)));
    }

    private void onRoom(long bytes) {
        wantsRoom = false;
        if (ended) {
            queue.room().giveBack(bytes);
            return;
        }
        if (reading) {
            held.reserved(bytes);
        } else {
            reserved = bytes;
        }
        feed.ask(Integer.MAX_VALUE);
    }

    /** Takes nothing any more, and releases what it has. */
    @Override
    public void close() {
        ended = true;
        feed.end();
        giveReservedBack();
        held.close();
    }
}
