package io.sluice.plugins.diskqueue;

/**
 * Where the durable part of a log ends.
 *
 * @param segment the number of the last segment
 * @param offset in it
 */
record LogEnd(long segment, long offset) {}
