package io.sluice.server;

import java.time.Instant;

/**
 * A configuration that was taken over.
 *
 * @param generation its number
 * @param at when it was taken over
 * @param reason who asked for it
 * @param text as it was read
 */
public record KeptConfig(int generation, Instant at, String reason, String text) {}
