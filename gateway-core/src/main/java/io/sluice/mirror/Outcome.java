package io.sluice.mirror;

/** What became of a request that a mirror was to copy. */
public enum Outcome {
    /** Both clusters answered alike. */
    SAME,
    /** They did not. */
    DIFFERENT,
    /** The copy was answered; answers are not compared. */
    UNCOMPARED,
    /** The answers could not be compared: too long or too deep, or in a coding that is not read. */
    INCOMPARABLE,
    /** The other cluster gave no answer. */
    FAILED,
    /** The request had no whole answer itself, so it was not copied. */
    UNANSWERED,
    /** Not copied, since too many copies were on their way. */
    BUSY,
    /** Not copied, since it would have had to be held beyond the mirror's memory. */
    MEMORY,
    /** Not copied, since it goes on with something that only the first cluster has, such as a scroll. */
    HANDLE,
    /** Not copied, since the other cluster executes the request itself. */
    REACHED
}
