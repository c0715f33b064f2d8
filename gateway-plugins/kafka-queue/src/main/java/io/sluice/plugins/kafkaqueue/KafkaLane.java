package io.sluice.plugins.kafkaqueue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.queue.LongRecord;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/** A partition while this process has it. The consumer's thread brings records when somebody waits for one. Safe from any thread. */
final class KafkaLane implements QueueLane {

    private final int number;
    private final Shared shared;
    private final long unreadFrom;
    /** Records that were fetched and not given out. */
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();
    /** Records that were given out or passed over, behind the first that is not done. */
    private final ArrayDeque<Given> open = new ArrayDeque<>();

    private @Nullable CompletableFuture<NextRecord> pending;
    /** How many bytes who waits takes. */
    private int most;

    private @Nullable QueueFailedException ended;
    private final LaneDone done;
    /** The position behind the last record that was given out. */
    private long given;
    /** Where reading is to begin anew; null if it goes on. */
    private @Nullable OffsetAndMetadata anew;
    /** The lane belongs to somebody else, or is given out anew. */
    private boolean gone;

    /**
     * What lanes of a queue share.
     *
     * @param wake tells the consumer's thread that a lane waits for records
     */
    record Shared(ByteBufAllocator allocator, Depths depths, Runnable wake) {}

    private record Given(long position, long time, Optional<Integer> epoch) {}

    /**
     * @param start the first position that is not done
     * @param unreadFrom records from here on were read by nobody
     */
    KafkaLane(int number, OffsetAndMetadata start, long unreadFrom, Shared shared) {
        this.number = number;
        this.done = new LaneDone(start);
        this.given = done.first();
        this.unreadFrom = unreadFrom;
        this.shared = shared;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public long unreadFrom() {
        return unreadFrom;
    }

    @Override
    public synchronized CompletionStage<NextRecord> next(int mostBytes) {
        checkIdle();
        if (ended != null) {
            return CompletableFuture.failedStage(ended);
        }
        ConsumerRecord<byte[], byte[]> ready = gone || anew != null ? null : ready();
        if (ready != null) {
            return CompletableFuture.completedStage(give(ready, mostBytes));
        }
        CompletableFuture<NextRecord> asked = new CompletableFuture<>();
        pending = asked;
        most = mostBytes;
        shared.wake().run();
        return asked;
    }

    private void checkIdle() {
        if (pending != null) {
            throw new IllegalStateException("the call of next before has not completed");
        }
    }

    /** The first record that was fetched and is not done; null if there is none. */
    private @Nullable ConsumerRecord<byte[], byte[]> ready() {
        ConsumerRecord<byte[], byte[]> first = fetched.peek();
        while (first != null && done.isDone(first.offset(), first.leaderEpoch())) {
            pass(first);
            forgetDone();
            first = fetched.peek();
        }
        return first;
    }

    private void pass(ConsumerRecord<byte[], byte[]> record) {
        fetched.remove();
        given = record.offset() + 1;
        open.add(new Given(record.offset(), record.timestamp(), record.leaderEpoch()));
    }

    private NextRecord give(ConsumerRecord<byte[], byte[]> record, int mostBytes) {
        byte[] value = record.value();
        if (value.length > mostBytes) {
            // It is not held until there is room for it.
            fetched.clear();
            anew = new OffsetAndMetadata(record.offset(), record.leaderEpoch(), "");
            return new LongRecord(record.offset(), value.length);
        }
        ByteBuf bytes = shared.allocator().directBuffer(value.length).writeBytes(value);
        pass(record);
        return new QueuedRecord(record.offset(), Instant.ofEpochMilli(record.timestamp()), bytes);
    }

    @Override
    public synchronized void done(long position) {
        checkGiven(position);
        if (!gone) {
            done.doneTo(position);
            forgetDone();
        }
    }

    @Override
    public synchronized void doneAlone(long position) {
        checkGiven(position);
        if (gone) {
            return;
        }
        open.stream()
                .filter(each -> each.position() == position)
                .findFirst()
                .ifPresent(each -> done.doneAlone(position, each.epoch()));
        forgetDone();
    }

    private void checkGiven(long position) {
        if (position >= given) {
            throw new IllegalArgumentException("record " + position + " of lane " + number + " was not read");
        }
    }

    private void forgetDone() {
        while (!open.isEmpty() && open.getFirst().position() < done.first()) {
            done.passed(open.removeFirst().epoch());
        }
        shared.depths().done(number, done.first());
    }

    @Override
    public void rewind() {
        CompletableFuture<NextRecord> asked;
        synchronized (this) {
            asked = pending;
            pending = null;
            fetched.clear();
            open.clear();
            done.readAgain();
            given = done.first();
            anew = done.kept();
        }
        if (asked != null) {
            asked.cancel(false);
        }
    }

    @Override
    public long depth() {
        return shared.depths().of(number);
    }

    // For the consumer's thread.

    /** What is done, for Kafka to keep. */
    synchronized OffsetAndMetadata start() {
        return done.kept();
    }

    /** When the oldest record that was fetched and is not done was appended, in milliseconds; {@link Long#MAX_VALUE} if there is none. */
    synchronized long oldest() {
        if (!open.isEmpty()) {
            return open.getFirst().time();
        }
        return fetched.isEmpty() ? Long.MAX_VALUE : fetched.getFirst().timestamp();
    }

    /** Whether somebody waits for a record. */
    synchronized boolean isWaiting() {
        return pending != null;
    }

    /** Where reading is to begin anew, once; null if it goes on. */
    synchronized @Nullable OffsetAndMetadata anew() {
        OffsetAndMetadata where = anew;
        anew = null;
        return where;
    }

    /** Takes records that were fetched. */
    void fetched(Collection<ConsumerRecord<byte[], byte[]>> records) {
        CompletableFuture<NextRecord> asked;
        NextRecord next;
        synchronized (this) {
            // What was fetched before reading began anew comes again.
            if (gone || anew != null) {
                return;
            }
            fetched.addAll(records);
            ConsumerRecord<byte[], byte[]> ready = ready();
            if (pending == null || ready == null) {
                return;
            }
            next = give(ready, most);
            asked = pending;
            pending = null;
        }
        if (!asked.complete(next) && next instanceof QueuedRecord record) {
            record.bytes().release();
        }
    }

    /** Gives no more records. */
    void end(QueueFailedException why) {
        CompletableFuture<NextRecord> asked;
        synchronized (this) {
            ended = why;
            fetched.clear();
            asked = pending;
            pending = null;
        }
        if (asked != null) {
            asked.completeExceptionally(why);
        }
    }

    /** The lane is not this process's any more: who waits for a record waits for ever, and nothing becomes done. */
    synchronized void gone() {
        gone = true;
        fetched.clear();
        open.clear();
    }
}
