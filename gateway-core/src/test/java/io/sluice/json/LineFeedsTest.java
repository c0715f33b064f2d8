package io.sluice.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineFeedsTest {

    @Test
    void findsEveryLineFeedAndNothingElse() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        LineFeeds feeds = new LineFeeds();
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(round % 100 == 0 ? 40_000 : 200)];
            random.nextBytes(bytes);
            int rare = 1 + random.nextInt(300);
            for (int i = 0; i < bytes.length; i++) {
                // Neighbours of the line feed in value and by one bit.
                bytes[i] = random.nextInt(rare) == 0 ? (byte) "\n\u000b\t\u008a\b".charAt(random.nextInt(5)) : bytes[i];
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            feeds.feed(bytes, from, to);
            int found = from - 1;
            do {
                int at = found + 1;
                found = next(bytes, at, to);
                assertThat(feeds.next(at)).as("seed %d", seed).isEqualTo(found);
            } while (found >= 0);
        }
    }

    @Test
    void findsTheSameWhenAskedAgain() {
        byte[] bytes = new byte[20_000];
        bytes[3] = '\n';
        bytes[19_000] = '\n';
        LineFeeds feeds = new LineFeeds();
        feeds.feed(bytes, 0, bytes.length);
        for (int i = 0; i < 2; i++) {
            assertThat(feeds.next(0)).isEqualTo(3);
            assertThat(feeds.next(4)).isEqualTo(19_000);
            assertThat(feeds.next(19_001)).isEqualTo(-1);
        }
    }

    private static int next(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
