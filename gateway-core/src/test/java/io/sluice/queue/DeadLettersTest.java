package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.RecordQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class DeadLettersTest {

    @Test
    void saysWhatTheEngineFailsAtWhenALetterIsNotReadInTime() {
        DeadLetters letters = new DeadLetters(new TroubledQueue(), InstantSource.system(), Duration.ofSeconds(1));

        assertThatThrownBy(() -> letters.peek(1))
                .isInstanceOf(DeadLettersException.class)
                .hasMessage(
                        "a letter could not be read within 1 s, and the engine of the letters is in trouble: too many open files");
    }

    /** Has one record, which it never reads. */
    private static final class TroubledQueue implements RecordQueue {
        @Override
        public int lanes() {
            return 1;
        }

        @Override
        public int maxRecordBytes() {
            return 1;
        }

        @Override
        public CompletionStage<Void> append(List<LaneRecord> records) {
            throw new AssertionError("nothing is appended");
        }

        @Override
        public HeldRoom takeRoom(List<LaneRecord> records) {
            throw new AssertionError("nothing is appended");
        }

        @Override
        public void consume(LaneUser user) {
            user.onLane(new UnreadLane());
        }

        @Override
        public void release() {}

        @Override
        public QueueStats stats() {
            return new QueueStats(1, 1, 1, null, List.of(1L), 0, Duration.ZERO, null, "too many open files");
        }

        @Override
        public void close() {}
    }

    private static final class UnreadLane implements QueueLane {
        @Override
        public int number() {
            return 0;
        }

        @Override
        public CompletionStage<NextRecord> next(int mostBytes) {
            return new CompletableFuture<>();
        }

        @Override
        public long unreadFrom() {
            return 1;
        }

        @Override
        public void done(long position) {}

        @Override
        public void doneAlone(long position) {}

        @Override
        public void rewind() {}

        @Override
        public long depth() {
            return 1;
        }
    }
}
