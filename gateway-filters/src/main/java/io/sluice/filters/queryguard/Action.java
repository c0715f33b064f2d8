package io.sluice.filters.queryguard;

/** What becomes of a request that a rule does not allow as it is. */
public enum Action {
    /** It is refused. */
    DENY,
    /** The value is changed to the limit. */
    CAP,
    /** It passes, is counted, and some of them are logged. */
    LOG
}
