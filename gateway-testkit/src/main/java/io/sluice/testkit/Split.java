package io.sluice.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How bodies are cut into chunks.
 *
 * @param name for messages
 * @param seed the same seed gives the same cuts
 * @param shortest bytes of the shortest chunk, but for the last
 * @param longest bytes of the longest
 */
record Split(String name, long seed, int shortest, int longest) {

    static final Split WHOLE = new Split("whole", 0, Integer.MAX_VALUE, Integer.MAX_VALUE);
    static final Split BYTES = new Split("byte by byte", 0, 1, 1);

    /** Random cuts; small and large pieces by turns find other faults than pieces of one size. */
    static Split random(long seed) {
        int longest = 2 + new SplittableRandom(seed).nextInt(64);
        return new Split("cut at random, seed " + seed, seed, 1, longest);
    }

    /** The lengths of the chunks of a body; none of them is 0. */
    List<Integer> lengths(int total) {
        List<Integer> lengths = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        int left = total;
        while (left > 0) {
            int length = Math.min(left, shortest + random.nextInt(longest - shortest + 1));
            lengths.add(length);
            left -= length;
        }
        return lengths;
    }
}
