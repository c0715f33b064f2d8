package io.sluice.bulk.answer;

/** The state of a {@link BulkResponseMerger} after it wrote what it could. */
public enum MergeStep {
    /** The buffer has enough; more can be written at once. */
    FULL,
    /** A sub-request has to answer before more can be written. */
    WAITING,
    /** The answer is complete. */
    DONE
}
