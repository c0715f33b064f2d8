package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentOrderTest {
    private final DocumentOrder order = new DocumentOrder();

    private Presence record(long... documents) {
        Presence record = new Presence();
        order.begin(record);
        for (long document : documents) {
            order.add(record, document);
        }
        return record;
    }

    @Test
    void aRecordFollowsTheEarlierOnesOfItsDocumentsWhileTheyAreInTheEngine() {
        Presence first = record(1, 2, 2);
        Presence second = record(3);
        Presence third = record(2, 3);
        Presence other = record(4);

        assertThat(first.followsAny()).isFalse();
        assertThat(second.followsAny()).isFalse();
        assertThat(other.followsAny()).isFalse();
        assertThat(third.followsAny()).isTrue();
        first.leaveEngine();
        assertThat(third.followsAny()).isTrue();
        second.leaveEngine();
        assertThat(third.followsAny()).isFalse();
    }

    @Test
    void aRecordFollowsNobodyWhoHasLeft() {
        record(1).leaveEngine();

        assertThat(record(1).followsAny()).isFalse();
    }

    @Test
    void allFollowARecordOfMoreDocumentsThanCanBeKnown() {
        Presence many = record(LongStream.range(0, 100_000).toArray());
        Presence next = record(-1);
        Presence last = record(99_999);

        assertThat(next.followsAny()).isTrue();
        assertThat(last.followsAny()).isTrue();
        many.leaveEngine();
        assertThat(next.followsAny()).isFalse();
        next.leaveEngine();
        assertThat(last.followsAny()).isFalse();
        last.leaveEngine();
        order.clear();
        record(7);
        assertThat(record(8).followsAny()).isFalse();
        assertThat(record(7).followsAny()).isTrue();
    }

    @Test
    void aRecordFollowsAKnownOneAlsoWhereNoMoreCanBeKnown() {
        Presence first = record(LongStream.range(0, 5_000).toArray());
        Presence second = record(LongStream.range(5_000, 9_000).toArray());

        Presence third = record(7);
        second.leaveEngine();

        assertThat(third.followsAny()).isTrue();
        first.leaveEngine();
        assertThat(third.followsAny()).isFalse();
    }

    /** Records leave as soon as they may, but for a few that stay long. */
    @ParameterizedTest
    @ValueSource(ints = {20, 3000, 1_000_000})
    void noRecordLeavesBeforeAnEarlierOneOfItsDocuments(int documents) {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        List<Presence> held = new ArrayList<>();
        List<long[]> of = new ArrayList<>();
        for (int n = 0; n < 3000; n++) {
            long[] some = random.longs(random.nextInt(1, 30), 0, documents).toArray();
            held.add(record(some));
            of.add(some);
            for (int i = 0; i < held.size(); i++) {
                boolean stays = random.nextInt(100) < 95 && i % 7 == 0;
                if (!stays && !held.get(i).followsAny()) {
                    assertThat(isFollower(i, of))
                            .as("seed %d, record %d", seed, n)
                            .isFalse();
                    held.remove(i).leaveEngine();
                    of.remove(i);
                    i--;
                }
            }
        }
    }

    private static boolean isFollower(int at, List<long[]> of) {
        return of.subList(0, at).stream()
                .anyMatch(earlier -> LongStream.of(earlier)
                        .anyMatch(document -> LongStream.of(of.get(at)).anyMatch(own -> own == document)));
    }
}
