package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.queue.LaneProgress;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneDoneTest {

    private static final Optional<Integer> SECOND = Optional.of(2);
    private static final Optional<Integer> THIRD = Optional.of(3);

    private final LaneDone done = new LaneDone(new OffsetAndMetadata(4, SECOND, ""));

    @Test
    void keepsWhatIsDoneBehindTheFirstThatIsNot() {
        done.doneAlone(6, SECOND);

        LaneDone again = new LaneDone(done.kept());

        assertThat(done.kept().offset()).isEqualTo(4);
        assertThat(again.first()).isEqualTo(4);
        assertThat(again.isDone(5, SECOND)).isFalse();
        assertThat(again.isDone(6, SECOND)).isTrue();
        again.doneTo(5);
        assertThat(again.first()).isEqualTo(7);
        assertThat(again.kept().metadata()).isEmpty();
    }

    /** Another record may have come in its place. */
    @Test
    void isNotSureOfARecordThatHasNotCome() {
        done.doneAlone(5, SECOND);
        LaneDone again = new LaneDone(done.kept());

        again.doneTo(4);

        assertThat(again.first()).isEqualTo(5);
        assertThat(new LaneDone(again.kept()).isDone(5, SECOND)).isTrue();
        assertThat(again.isDone(5, THIRD)).isFalse();
        assertThat(again.first()).isEqualTo(5);
    }

    @Test
    void isSureAgainOnlyOnceTheRecordComesAgain() {
        done.doneAlone(5, SECOND);
        done.readAgain();
        done.doneTo(4);

        assertThat(done.first()).isEqualTo(5);
        assertThat(done.isDone(5, SECOND)).isTrue();
        assertThat(done.first()).isEqualTo(6);
    }

    /** Who reads again was told that it is done, and waits for the others only. */
    @Test
    void knowsWhatIsDoneFarAheadWhenRecordsComeAgain() {
        long far = 4 + LaneProgress.MOST_AHEAD + 100;
        done.doneAlone(6, SECOND);
        done.doneAlone(far, SECOND);

        done.readAgain();
        done.readAgain();

        assertThat(done.isDone(5, SECOND)).isFalse();
        assertThat(done.isDone(6, SECOND)).isTrue();
        assertThat(done.isDone(far - 1, SECOND)).isFalse();
        assertThat(done.isDone(far, SECOND)).isTrue();
        assertThat(new LaneDone(done.kept()).isDone(far, SECOND))
                .as("what Kafka keeps is bounded")
                .isFalse();
    }

    /** Kafka lost what was done, and another record was written in its place. */
    @Test
    void doesNotTakeARecordOfALaterEpochForTheOneThatIsDone() {
        done.doneAlone(6, SECOND);
        LaneDone again = new LaneDone(done.kept());

        assertThat(again.isDone(6, THIRD)).isFalse();
        again.doneAlone(8, THIRD);
        assertThat(again.isDone(6, THIRD)).isFalse();
        assertThat(again.isDone(8, THIRD)).isTrue();
    }

    @Test
    void fitsIntoWhatServersTake() {
        for (long position = 5; position < LaneProgress.MOST_AHEAD + 100; position += 2) {
            done.doneAlone(position, Optional.of(999_999_999));
        }

        assertThat(done.kept().metadata()).hasSizeBetween(2_000, 4_096);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "somebody else's", "done 1", "done 1 ====", "done 99999999999 AAAA", "done 1 A"})
    void nothingIsDoneByMetadataOfOtherForms(String metadata) {
        LaneDone other = new LaneDone(new OffsetAndMetadata(4, SECOND, metadata));

        assertThat(other.first()).isEqualTo(4);
        assertThat(other.kept().metadata()).isEmpty();
    }
}
