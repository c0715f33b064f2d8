package io.sluice.plugins.diskqueue;

/** What becomes of a queue whose files are damaged. */
enum OnDamage {
    /** It opens as failed, and an operator decides. */
    FAIL,
    /** Damaged files are moved aside, and the queue goes on with all records that are intact. */
    QUARANTINE
}
