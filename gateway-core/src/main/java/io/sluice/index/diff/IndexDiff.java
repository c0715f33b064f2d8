package io.sluice.index.diff;

import io.sluice.index.job.Progress;
import io.sluice.index.job.Workers;
import io.sluice.index.read.Document;
import io.sluice.index.read.IndexCatalog;
import io.sluice.index.read.IndexDescription;
import io.sluice.index.read.PageSink;
import io.sluice.index.read.ReadTerms;
import io.sluice.index.read.Slice;
import io.sluice.index.read.SlicePlan;
import io.sluice.index.read.SliceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares two indices in memory that does not grow with them: what is compared of each document goes into sorted files, which are
 * merged side by side. Blocks; for one thread.
 */
public final class IndexDiff {
    /** Entries of one side in memory. */
    private static final int SORTED_BYTES = 8 << 20;

    private final Side a;
    private final Side b;
    private final DiffTerms terms;
    private final Progress progress;

    /** A comparison of indices of two clusters, or of one. */
    public IndexDiff(Side a, Side b, DiffTerms terms, Progress progress) {
        this.a = a;
        this.b = b;
        this.terms = terms;
        this.progress = progress;
    }

    /**
     * Compares two indices.
     *
     * @param sink takes what differs
     * @throws IOException if one cannot be read, or a file not be written
     */
    public DiffCounts run(IndexDescription indexA, IndexDescription indexB, DifferenceSink sink)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(terms.directory(), "sluice-diff-");
        EntrySorter sorterA = new EntrySorter(directory, "a", SORTED_BYTES);
        EntrySorter sorterB = new EntrySorter(directory, "b", SORTED_BYTES);
        try {
            long expected = IndexCatalog.count(a.calls(), indexA) + IndexCatalog.count(b.calls(), indexB);
            progress.begin("compare " + indexA.name(), expected, 0);
            List<Workers.Task> bodies = new ArrayList<>();
            List<Workers.Task> tails = new ArrayList<>();
            plan(a, indexA, sorterA, bodies, tails);
            plan(b, indexB, sorterB, bodies, tails);
            Workers.run(terms.workers(), bodies);
            Workers.run(terms.workers(), tails);
            Recheck recheck = new Recheck(new Recheck.Pair(a, b, indexA.name(), indexB.name()), terms, sink);
            try (SortedEntries entriesA = sorterA.sorted();
                    SortedEntries entriesB = sorterB.sorted()) {
                return merge(entriesA, entriesB, recheck);
            }
        } finally {
            sorterA.discard();
            sorterB.discard();
            Files.deleteIfExists(directory);
        }
    }

    private void plan(
            Side side, IndexDescription index, EntrySorter sorter, List<Workers.Task> bodies, List<Workers.Task> tails)
            throws IOException, InterruptedException {
        ReadTerms reading = new ReadTerms(side.server(), terms.compare().form(), terms.pageBytes(), terms.snapshot());
        PageSink sink = (documents, position) -> {
            List<Entry> entries = new ArrayList<>(documents.size());
            for (Document document : documents) {
                entries.add(Entry.of(document));
            }
            sorter.add(entries);
            progress.add(documents.size(), 0);
        };
        for (Slice slice : SlicePlan.of(side.calls(), index, terms.workers())) {
            (slice.isTail() ? tails : bodies)
                    .add(() -> new SliceReader(side.calls(), index, reading).read(slice, slice.after(), sink));
        }
    }

    private DiffCounts merge(SortedEntries entriesA, SortedEntries entriesB, Recheck recheck)
            throws IOException, InterruptedException {
        long inA = 0;
        long inB = 0;
        Entry nextA = entriesA.next();
        Entry nextB = entriesB.next();
        while (nextA != null || nextB != null) {
            int order = order(nextA, nextB);
            Entry ofA = order <= 0 ? nextA : null;
            Entry ofB = order >= 0 ? nextB : null;
            if (ofA == null || ofB == null || !terms.compare().equal(ofA, ofB)) {
                recheck.add(ofA, ofB);
            }
            if (ofA != null) {
                inA++;
                nextA = entriesA.next();
            }
            if (ofB != null) {
                inB++;
                nextB = entriesB.next();
            }
        }
        return recheck.end(inA, inB);
    }

    private static int order(@Nullable Entry first, @Nullable Entry second) {
        if (first == null || second == null) {
            return first == null ? 1 : -1;
        }
        return Objects.requireNonNull(first).key().compareTo(second.key());
    }
}
