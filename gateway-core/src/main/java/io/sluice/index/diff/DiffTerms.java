package io.sluice.index.diff;

import io.sluice.index.read.SnapshotKind;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How indices are compared.
 *
 * @param compare what has to be equal
 * @param workers how many slices are read at a time
 * @param pageBytes about the length of one answer
 * @param snapshot how tails are held still
 * @param directory for files while it runs
 * @param looks how often a document that changes is looked at again
 * @param pause before each of these looks
 */
public record DiffTerms(
        Compare compare,
        int workers,
        int pageBytes,
        SnapshotKind snapshot,
        Path directory,
        int looks,
        Duration pause) {}
