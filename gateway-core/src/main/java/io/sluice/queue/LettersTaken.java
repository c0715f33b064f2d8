package io.sluice.queue;

import org.jspecify.annotations.Nullable;

/**
 * What became of dead letters that were to be taken away. Those that are not counted are as they were.
 *
 * @param taken how many are gone: dropped, or surely back in their queue
 * @param unknown how many may be back in their queue or not; they are still there as dead letters
 * @param problem why no more were taken; null if nothing stood in the way
 */
public record LettersTaken(int taken, int unknown, @Nullable String problem) {}
