package io.sluice.filters.concurrency;

import io.sluice.api.Key;

/** How many requests may be in flight at once. */
public sealed interface Ceiling {

    /** The least limit that it may come to. */
    int least();

    /** The largest limit that it may come to. */
    int most();

    /** The same number always. */
    record Fixed(@Key("requests in flight at once") int max) implements Ceiling {
        public Fixed {
            check(max, max);
        }

        @Override
        public int least() {
            return max;
        }

        @Override
        public int most() {
            return max;
        }
    }

    /** A number that follows what the cluster can take. */
    record Adaptive(
            @Key(value = "the least number of requests in flight", def = "8")
            int min,

            @Key(value = "the largest number", def = "256") int max,

            @Key(
                    value = "how many times the long-term latency the latest may be before the limit shrinks, from 1",
                    def = "1.5")
            double tolerance)
            implements Ceiling {
        public Adaptive {
            check(min, max);
            if (!(tolerance >= 1 && tolerance <= 100)) {
                throw new IllegalArgumentException("tolerance must be between 1 and 100, is " + tolerance);
            }
        }

        @Override
        public int least() {
            return min;
        }

        @Override
        public int most() {
            return max;
        }
    }

    private static void check(int min, int max) {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException("a limit must be at least 1, and its min no larger than its max");
        }
    }
}
