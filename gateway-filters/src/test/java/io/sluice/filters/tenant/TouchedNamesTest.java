package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.move.StoredName;
import org.junit.jupiter.api.Test;

/** How many documents of writes are kept to be copied. */
class TouchedNamesTest {

    private static final int MANY = 10_001;
    private static final int LARGE = 1 << 30;
    private static final int SMALL = 4_000;

    private static TouchedNames noting(int documents, CopyRoom room) {
        TouchedNames names = new TouchedNames(room);
        for (int i = 0; i < documents; i++) {
            names.add(new StoredName("logs", Integer.toString(i), null));
        }
        return names;
    }

    @Test
    void keepsAllOfAWrite() {
        TouchedNames names = noting(MANY - 1, new CopyRoom(LARGE));

        assertThat(names.isComplete()).isTrue();
        assertThat(names.take().names()).hasSize(MANY - 1);
    }

    @Test
    void keepsNoneOfAWriteOfVeryMany() {
        TouchedNames names = noting(2 * MANY, new CopyRoom(LARGE));

        assertThat(names.isComplete()).isFalse();
        assertThat(names.take().names()).isEmpty();
    }

    @Test
    void keepsNoneOfAWriteWhoseNamesAreLong() {
        TouchedNames names = new TouchedNames(new CopyRoom(SMALL));

        names.add(new StoredName("logs", "1", "r".repeat(SMALL)));

        assertThat(names.isComplete()).isFalse();
        assertThat(names.take().names()).isEmpty();
    }

    @Test
    void givesRoomBackThatItDoesNotNeed() {
        CopyRoom room = new CopyRoom(SMALL);
        for (int i = 0; i < 10; i++) {
            noting(MANY, room);
        }

        assertThat(noting(1, room).isComplete()).isTrue();
    }

    @Test
    void leavesNoMoreRoomThanThereIsForAllWrites() {
        CopyRoom room = new CopyRoom(SMALL);
        TouchedNames first = noting(5, room);
        for (int i = 0; i < 3; i++) {
            noting(5, room);
        }
        assertThat(noting(5, room).isComplete()).isFalse();

        first.take().forget();

        assertThat(noting(5, room).isComplete()).isTrue();
    }

    /** A node may answer before it has taken all. */
    @Test
    void tellsThatDocumentsWereNotedTooLate() {
        TouchedNames names = noting(1, new CopyRoom(LARGE));

        names.take();
        names.add(new StoredName("logs", "2", null));

        assertThat(names.isComplete()).isFalse();
    }
}
