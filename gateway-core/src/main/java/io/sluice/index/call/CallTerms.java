package io.sluice.index.call;

import java.time.Duration;

/**
 * The bounds of calls.
 *
 * @param timeout of one attempt, from its start to the answer's last byte
 * @param patience how long a call is tried again while nodes are away, busy or silent
 * @param maxAnswer the longest answer in bytes
 */
public record CallTerms(Duration timeout, Duration patience, int maxAnswer) {}
