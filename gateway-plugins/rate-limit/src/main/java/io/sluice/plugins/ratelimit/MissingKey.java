package io.sluice.plugins.ratelimit;

/** What becomes of a request without that which a limit's buckets are told apart by. */
public enum MissingKey {
    /** It takes from a bucket of its client's address. */
    CLIENT,
    /** All such requests take from one bucket. */
    SHARED,
    /** The limit does not mean it. */
    PASS
}
