package io.sluice.index.read;

import io.sluice.index.call.Server;

/**
 * How an index is read.
 *
 * @param server who is asked
 * @param form what is made of sources
 * @param pageBytes about the length of one answer, in bytes
 * @param snapshot how the tails are held still
 */
public record ReadTerms(Server server, SourceForm form, int pageBytes, SnapshotKind snapshot) {}
