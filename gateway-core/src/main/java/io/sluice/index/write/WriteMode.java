package io.sluice.index.write;

/** What happens to a document that the target has already. */
public enum WriteMode {
    /** The higher version stays, and versions are taken over; a second attempt changes nothing. */
    VERSION,
    /** The target's stays, whatever it is; for data streams too. */
    CREATE,
    /** It is replaced. */
    REPLACE
}
