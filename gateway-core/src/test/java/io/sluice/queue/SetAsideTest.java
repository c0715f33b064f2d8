package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.ByteSize;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.bulk.hash.SecretHash;
import io.sluice.config.QueueBatchConfig;
import io.sluice.config.QueueRetryConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SetAsideTest {
    private static final QueueRetryConfig RETRY = new QueueRetryConfig(
            Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ZERO, 20, 10, Duration.ofMinutes(10));
    private static final QueueBatchConfig BATCH =
            new QueueBatchConfig(new ByteSize(1 << 20), 100, Duration.ofMillis(1), 1);
    private static final QueueStats STATS = new QueueStats(0, 1, 0, null, List.of(), 0, Duration.ZERO, null, null);
    private static final SecretHash DOCUMENTS = new SecretHash();
    private static final long HASH = 7;

    private final AtomicLong now = new AtomicLong();
    private final BlockedIndices blocked = new BlockedIndices(now::get, () -> true);
    private final SetAside aside = new SetAside(blocked, new Shortage(now::get, () -> STATS));

    private static StoredRecord record(String index, String id) {
        ByteBuf bytes = Unpooled.buffer();
        RecordFormat.writeHead(new RecordFormat.Head("0123456789abcdef"), bytes);
        bytes.writeCharSequence(
                "{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\"}}\n{}\n", StandardCharsets.UTF_8);
        return new StoredRecord(
                new QueuedRecord(1, Instant.EPOCH, bytes), false, new StoredRecord.Around(DOCUMENTS, receipt -> null));
    }

    private static StoredItem item(String index, String id) {
        return record(index, id).takeItems().getFirst();
    }

    /** An item whose document has the same hash as all others of these. */
    private static StoredItem alike(String index, String id) {
        StoredRecord record = record(index, id);
        StoredItem item = record.takeItems().getFirst();
        StoredItem.Action action = item.action();
        return new StoredItem(
                record,
                new StoredItem.Action(
                        action.operation(), action.index(), HASH, action.once(), action.drawn(), action.typed()),
                new StoredItem.Span(0, item.length()),
                null,
                false);
    }

    @Test
    void whatFollowsAnItemOnItsDocumentWaitsToo() {
        aside.add(item("logs", "a"));

        assertThat(aside.concerns(item("logs", "a"))).isTrue();
        assertThat(aside.concerns(item("logs", "b"))).isFalse();
    }

    @Test
    void nobodyCanChooseAnIdWithTheHashOfAnotherDocument() {
        // Their hashes by FNV-1a are equal.
        StoredItem chosen = item("evil.x2", "\u50b0\u531a\u76b3\u5a05\u5aa3");
        StoredItem other = item("acme.logs", "user-17");

        assertThat(chosen.action().document()).isNotEqualTo(other.action().document());
        aside.add(chosen);
        assertThat(aside.concerns(other)).isFalse();
    }

    @Test
    void documentsWithEqualHashesAreToldApartByIndexAndId() {
        StoredItem first = alike("logs", "a");
        aside.add(first);

        assertThat(aside.concerns(alike("logs", "a"))).isTrue();
        assertThat(aside.concerns(alike("logs", "b"))).isFalse();
        assertThat(aside.concerns(alike("others", "a"))).isFalse();
    }

    @Test
    void onlyWhatIsOfTheDocumentIsTakenWithIt() {
        StoredItem same = alike("logs", "a");
        StoredItem other = alike("logs", "b");
        aside.add(same);
        aside.add(other);

        assertThat(aside.takeOfDocument(alike("logs", "a"))).containsExactly(same);
        assertThat(aside.size()).isEqualTo(1);
        assertThat(aside.concerns(alike("logs", "b"))).isTrue();
    }

    @Test
    void anItemGoesBeforeOneOfAnotherDocumentWithTheSameHash() {
        blocked.refused("evil", false, RETRY);
        StoredItem waiting = alike("evil", "a");
        StoredItem free = alike("logs", "a");
        aside.add(waiting);
        aside.add(free);

        assertThat(aside.due(BATCH, RETRY)).containsExactly(free);
        assertThat(aside.concerns(alike("evil", "a"))).isTrue();
    }

    @Test
    void theHashDecidesWhileLinesAreGivenBack() {
        StoredItem first = alike("logs", "a");
        aside.add(first);
        StoredItem next = alike("logs", "b");

        next.record().giveBack();

        assertThat(aside.concerns(next)).isTrue();
    }
}
