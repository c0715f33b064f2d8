package io.sluice.filters.tenant.move;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Carries one tenant's documents from one place to another while they are used. Blocks; thread-safe. */
public final class Carrier {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String ALL_OPEN =
            "?ignore_unavailable=true&allow_no_indices=true&expand_wildcards=open,hidden";
    /** What is found out about the names of a write is held while its documents are copied. */
    private static final int NAMES_AT_ONCE = 1_000;
    /** So many moves of a process work on a page at a time, as each holds documents; the others wait for their next page. */
    private static final Semaphore PAGES = new Semaphore(4);

    private final DocumentPort from;
    private final DocumentPort to;
    private final CarriedIndices indices;
    private final Reconciler reconciler;

    /**
     * @param allowed false once documents must not be written any longer
     * @param marks of what is written
     * @param found in the other place
     */
    public Carrier(
            PlacedDocuments from, PlacedDocuments to, BooleanSupplier allowed, CopyMarks marks, FoundFields found) {
        this.from = new DocumentPort(from, TIMEOUT, marks);
        this.to = new DocumentPort(to, TIMEOUT, marks);
        this.indices = new CarriedIndices(from, to, found);
        this.reconciler = new Reconciler(this.from, this.to, indices::makeMissing, allowed, Batches.forThisHeap());
    }

    /**
     * Makes the tenant's indices in the other place, and has those that are there be alike.
     *
     * @return all of them
     * @throws UnmovableException if the other place cannot have one of them
     */
    public Set<String> prepare() throws IOException, UnmovableException {
        return indices.prepare();
    }

    /**
     * Whether one of the clusters still does what was sent for a tenant by one of these gateways.
     *
     * @throws IOException if a cluster does not tell
     */
    public boolean hasTasksOf(String tenant, Set<String> gateways) throws IOException {
        for (DocumentPort port : List.of(from, to)) {
            ClusterTasks tasks = ClusterTasks.read(port.documents().cluster());
            if (tasks.marks().stream().anyMatch(mark -> ChangeMark.isOf(mark, tenant, gateways))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Copies what a request may have changed.
     *
     * @param touched as the request named them
     * @param late whether names may stand for other indices by now
     * @throws UnmovableException also if it may have changed others, once these are copied
     */
    public void copy(List<StoredName> touched, boolean late)
            throws IOException, UnmovableException, InterruptedException {
        boolean all = true;
        for (int i = 0; i < touched.size(); i += NAMES_AT_ONCE) {
            DocumentPort.Named named =
                    from.names(touched.subList(i, Math.min(touched.size(), i + NAMES_AT_ONCE)), late);
            reconcile(named.names());
            all &= named.areAll();
        }
        if (!all) {
            throw new UnmovableException("a name may have stood for another index");
        }
    }

    /**
     * Copies all documents.
     *
     * @param progress told how many were looked at so far
     * @return how many differed
     */
    public long copyAll(LongConsumer progress) throws IOException, UnmovableException, InterruptedException {
        return pass(from, this::reconcile, progress);
    }

    private int reconcile(List<DocumentName> names) throws IOException, UnmovableException, InterruptedException {
        indices.makeFields(names);
        return reconciler.reconcile(names);
    }

    /**
     * Makes the other place as this one, and counts what differed: documents that are only there are deleted.
     *
     * @param prepared the indices that the move made alike before it copied documents; null if that is not known, or it made none
     * @throws UnmovableException if a document cannot be carried, or an index that has come since
     */
    public long compareAll(@Nullable Set<String> prepared, LongConsumer progress)
            throws IOException, UnmovableException, InterruptedException {
        // An index may have been made meanwhile.
        indices.follow(prepared);
        return pass(from, reconciler::compare, progress) + pass(to, reconciler::compare, progress);
    }

    /** A document that the last comparisons found to differ; null if none did. */
    public @Nullable DocumentName lastDiffering() {
        return reconciler.lastDiffering();
    }

    /** What is done with a page of documents; returns how many differed. */
    private interface Work {
        int done(List<DocumentName> names) throws IOException, UnmovableException, InterruptedException;
    }

    private static long pass(DocumentPort listed, Work work, LongConsumer progress)
            throws IOException, UnmovableException, InterruptedException {
        long[] counts = new long[2];
        new Scan(listed).run(names -> {
            counts[0] += names.size();
            PAGES.acquire();
            try {
                counts[1] += work.done(names);
            } finally {
                PAGES.release();
            }
            progress.accept(counts[0]);
        });
        return counts[1];
    }

    /** Has searches in the other place find all that was copied. */
    public void refresh() throws IOException {
        for (PlacedDocuments.Part part : to.documents().parts()) {
            String names = URLEncoder.encode(part.expression(), StandardCharsets.UTF_8)
                    .replace("%2C", ",")
                    .replace("%2A", "*");
            to.refresh("/" + names + "/_refresh" + ALL_OPEN, "the other place");
        }
    }
}
