package io.sluice.index.diff;

import io.sluice.index.read.Document;
import io.sluice.index.read.DocumentLookup;
import io.sluice.index.read.PageSize;
import io.sluice.index.read.SourceForm;
import io.sluice.index.read.SourceWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks again at documents that differed when they were read, so that a write on its way is not taken for a difference. One that
 * changes between two looks is looked at again after a pause. Blocks; for one thread.
 */
final class Recheck {
    private static final int BATCH = 200;
    /** So many documents that change wait for their pause together. */
    private static final int MOST_MOVING = 2_000;

    private final DiffTerms terms;
    private final DifferenceSink sink;
    private final DocumentLookup lookupA;
    private final DocumentLookup lookupB;
    private final SourceWriter writer = new SourceWriter();
    private final PageSize pages;
    private List<Suspect> suspects = new ArrayList<>();
    private List<Suspect> moving = new ArrayList<>();
    private long onlyInA;
    private long onlyInB;
    private long different;
    private long settled;

    /** Two indices. */
    record Pair(Side a, Side b, String indexA, String indexB) {}

    /**
     * A document that differed.
     *
     * @param versionA when it was last seen; -1 if it was not there
     */
    private record Suspect(DocumentLookup.Key key, long versionA, long versionB) {}

    Recheck(Pair pair, DiffTerms terms, DifferenceSink sink) {
        this.terms = terms;
        this.sink = sink;
        this.pages = new PageSize(terms.pageBytes(), BATCH);
        this.lookupA = new DocumentLookup(pair.a().calls(), pair.a().server(), pair.indexA(), SourceForm.LINE);
        this.lookupB = new DocumentLookup(pair.b().calls(), pair.b().server(), pair.indexB(), SourceForm.LINE);
    }

    /** A document differs, or is on one side only. */
    void add(@Nullable Entry a, @Nullable Entry b) throws IOException, InterruptedException {
        Entry any = a == null ? b : a;
        if (any == null) {
            return;
        }
        suspects.add(new Suspect(
                new DocumentLookup.Key(any.id(), any.routing()),
                a == null ? -1 : a.version(),
                b == null ? -1 : b.version()));
        if (suspects.size() == BATCH) {
            List<Suspect> batch = suspects;
            suspects = new ArrayList<>();
            moving.addAll(look(batch, false));
            if (moving.size() >= MOST_MOVING) {
                settle();
            }
        }
    }

    /** There are no more. */
    DiffCounts end(long inA, long inB) throws IOException, InterruptedException {
        moving.addAll(look(suspects, false));
        settle();
        return new DiffCounts(inA, inB, onlyInA, onlyInB, different, settled);
    }

    private void settle() throws IOException, InterruptedException {
        List<Suspect> left = moving;
        moving = new ArrayList<>();
        for (int look = 1; !left.isEmpty(); look++) {
            Thread.sleep(terms.pause());
            List<Suspect> next = new ArrayList<>();
            for (int from = 0; from < left.size(); from += BATCH) {
                next.addAll(look(left.subList(from, Math.min(left.size(), from + BATCH)), look >= terms.looks()));
            }
            left = next;
        }
    }

    // Those that have changed since they were seen, unless this is the last look.
    private List<Suspect> look(List<Suspect> batch, boolean last) throws IOException, InterruptedException {
        List<Suspect> changed = new ArrayList<>();
        int looked = 0;
        while (looked < batch.size()) {
            int to = Math.min(batch.size(), looked + pages.size());
            looked += look(batch.subList(looked, to), last, changed);
        }
        return changed;
    }

    // Looks at the first ones only where all do not fit into an answer; returns at how many. One answer of each side is
    // in memory.
    private int look(List<Suspect> batch, boolean last, List<Suspect> changed)
            throws IOException, InterruptedException {
        List<DocumentLookup.Key> keys = batch.stream().map(Suspect::key).toList();
        List<@Nullable Document> ofA = lookupA.first(keys);
        List<@Nullable Document> ofB = lookupB.first(keys.subList(0, ofA.size()));
        List<Difference> found = new ArrayList<>();
        for (int i = 0; i < ofB.size(); i++) {
            Suspect suspect = batch.get(i);
            Document a = own(ofA.get(i), suspect.key());
            Document b = own(ofB.get(i), suspect.key());
            if (equal(a, b)) {
                settled++;
                continue;
            }
            boolean still = version(a) == suspect.versionA && version(b) == suspect.versionB;
            if (still || last) {
                count(a, b);
                found.add(new Difference(
                        suspect.key().id(),
                        suspect.key().routing(),
                        a,
                        b,
                        !still,
                        a == null && ofA.get(i) != null || b == null && ofB.get(i) != null));
            } else {
                changed.add(new Suspect(suspect.key(), version(a), version(b)));
            }
        }
        pages.seen(ofB.size(), Math.max(weight(ofA), weight(ofB)));
        if (!found.isEmpty()) {
            sink.take(found);
        }
        return ofB.size();
    }

    private static long weight(List<@Nullable Document> documents) {
        long bytes = 0;
        for (Document document : documents) {
            bytes += document == null ? 0 : document.weight();
        }
        return bytes;
    }

    // A shard has one document of an id: a look may find that of another routing in the shard.
    private static @Nullable Document own(@Nullable Document found, DocumentLookup.Key key) {
        return found != null && Objects.equals(found.routing(), key.routing()) ? found : null;
    }

    private static long version(@Nullable Document document) {
        return document == null ? -1 : document.version();
    }

    private boolean equal(@Nullable Document a, @Nullable Document b) throws IOException {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        boolean versions = !terms.compare().versions() || a.version() == b.version();
        return versions
                && (!terms.compare().sources() || Arrays.equals(writer.hash(a.content()), writer.hash(b.content())));
    }

    private void count(@Nullable Document a, @Nullable Document b) {
        if (b == null) {
            onlyInA++;
        } else if (a == null) {
            onlyInB++;
        } else {
            different++;
        }
    }
}
