package io.sluice.index.archive;

import io.sluice.index.job.Pace;
import io.sluice.index.read.SnapshotKind;
import java.nio.file.Path;

/**
 * How indices are backed up.
 *
 * @param directory of the backup
 * @param workers how many slices at a time
 * @param pageBytes about the length of one answer
 * @param fileBytes about the longest file, compressed
 * @param snapshot how tails are held still
 * @param pace of all workers
 */
public record BackupTerms(
        Path directory, int workers, int pageBytes, long fileBytes, SnapshotKind snapshot, Pace pace) {}
