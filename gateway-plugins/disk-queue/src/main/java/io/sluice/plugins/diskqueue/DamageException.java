package io.sluice.plugins.diskqueue;

/** A queue's files do not hold what was written to them. */
final class DamageException extends Exception {

    private static final long serialVersionUID = 1;

    private final long segment;
    private final boolean repairable;

    private DamageException(long segment, boolean repairable, String message) {
        super(message);
        this.segment = segment;
        this.repairable = repairable;
    }

    /** A segment is damaged from an offset on, or missing. */
    static DamageException ofSegment(long number, String path, long offset, String what) {
        return new DamageException(number, true, path + ", byte " + offset + ": " + what);
    }

    /** The file of positions is damaged or missing, or does not fit the log. */
    static DamageException ofPositions(String path, String what) {
        return new DamageException(0, true, path + ": " + what);
    }

    /** Only an operator knows which files are the queue's. */
    static DamageException beyondRepair(String what) {
        return new DamageException(0, false, what);
    }

    /** Whether a {@link Quarantine} can put something in the place of what is damaged. */
    boolean isRepairable() {
        return repairable;
    }

    /** The number of the segment that is damaged or missing; 0 for the file of positions. */
    long segment() {
        return segment;
    }
}
