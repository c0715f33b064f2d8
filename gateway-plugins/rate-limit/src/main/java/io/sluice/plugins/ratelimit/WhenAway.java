package io.sluice.plugins.ratelimit;

/** What becomes of requests while Redis does not answer. */
public enum WhenAway {
    /** Each gateway limits them by itself, at the same rate. */
    OPEN,
    /** They are refused with 503. */
    CLOSED
}
