package io.sluice.plugins.kafkaqueue;

/** What becomes of a lane whose records Kafka lost before they were done. */
public enum OnLoss {
    /** The lane stands still and says what is missing. */
    FAIL,
    /** The lane goes on with the first record that is there; the log says what is missing. */
    SKIP
}
