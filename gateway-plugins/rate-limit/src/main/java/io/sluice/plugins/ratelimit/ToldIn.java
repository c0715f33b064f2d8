package io.sluice.plugins.ratelimit;

/** Which answers tell clients of the limits. */
public enum ToldIn {
    NONE,
    REFUSALS,
    ALL
}
