package io.sluice.index.copy;

import io.sluice.index.job.Pace;
import io.sluice.index.read.SnapshotKind;
import io.sluice.index.write.WriteMode;
import java.nio.file.Path;
import java.util.List;

/**
 * How documents are copied.
 *
 * @param workers how many slices at a time
 * @param pageBytes about the length of one answer, and of one bulk
 * @param snapshot how tails are held still
 * @param mode what happens to documents that the target has
 * @param pace of all workers
 * @param state the directory with the journal
 * @param maxRefused how many documents the target may refuse
 * @param target how the target's indices come about
 */
public record CopyTerms(
        int workers,
        int pageBytes,
        SnapshotKind snapshot,
        WriteMode mode,
        Pace pace,
        Path state,
        long maxRefused,
        TargetTerms target) {

    /**
     * How the target's indices come about.
     *
     * @param renaming from the source's names
     * @param existing whether they are there already
     * @param shards how many primary shards they get; 0 for as many as at the source
     * @param accepted codes of losses that are accepted
     * @param aliases whether they get the source's aliases
     */
    public record TargetTerms(
            Renaming renaming, boolean existing, int shards, List<String> accepted, boolean aliases) {}
}
