package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.core.JacksonException;
import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterReader;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Does work on documents in batches whose answers are short, so that it takes little memory whatever the documents' length: a batch whose
 * answer is too long is made smaller. A document that is too long by itself is carried alone, and no other such one of the process at the
 * same time. Thread-safe.
 */
final class Batches {

    private static final int FIRST = 50;
    private static final int MOST = 200;
    private static final long USUAL_BYTES = 4L << 20;
    /** So many threads may hold a batch of the usual length each, several times over, in the same heap as everything else. */
    private static final long USUAL_SHARE = 128;

    /** One document is held several times: the answer, its source in both places and in the request that writes it. */
    private static final long LONG_SHARE = 32;

    private static final Semaphore LONG_ONE = new Semaphore(1);

    private final long usual;
    private final long longest;
    /** How many documents are likely to have answers of the usual length. */
    private volatile int size = FIRST;

    /** What is done with documents. */
    interface Work {

        /**
         * Does it; what was done before it failed may be done again.
         *
         * @param maxBytes of an answer
         * @return how many differed
         * @throws AnswerTooLongException if an answer was longer
         */
        int done(Collection<DocumentName> names, long maxBytes)
                throws IOException, UnmovableException, InterruptedException;
    }

    /**
     * @param usual bytes of an answer about several documents
     * @param longest bytes of an answer about one
     */
    Batches(long usual, long longest) {
        this.usual = usual;
        this.longest = longest;
    }

    /** Bounds for the heap that this JVM has. */
    static Batches forThisHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        long usual = Math.clamp(heap / USUAL_SHARE, 1L << 20, USUAL_BYTES);
        return new Batches(usual, Math.clamp(heap / LONG_SHARE, usual, ClusterReader.Bounds.MAX));
    }

    /**
     * Does work on all documents.
     *
     * @return how many differed
     * @throws UnmovableException if one is too long or cannot be read, and the work on the others is done; at once if another place refuses
     *     one
     */
    int run(Collection<DocumentName> names, Work work) throws IOException, UnmovableException, InterruptedException {
        List<DocumentName> all = List.copyOf(names);
        UnmovableException unmovable = null;
        int differing = 0;
        int done = 0;
        while (done < all.size()) {
            List<DocumentName> batch = all.subList(done, Math.min(all.size(), done + size));
            try {
                differing += work.done(batch, usual);
                done += batch.size();
                size = Math.min(MOST, size + size / 8 + 1);
            } catch (AnswerTooLongException | JacksonException e) {
                size = Math.max(1, batch.size() / 2);
                if (batch.size() == 1) {
                    try {
                        differing += alone(batch, work);
                    } catch (UnmovableException one) {
                        unmovable = unmovable == null ? one : unmovable;
                    }
                    done++;
                }
            }
        }
        if (unmovable != null) {
            throw unmovable;
        }
        return differing;
    }

    private int alone(List<DocumentName> one, Work work) throws IOException, UnmovableException, InterruptedException {
        LONG_ONE.acquire();
        try {
            return work.done(one, longest);
        } catch (AnswerTooLongException e) {
            throw new UnmovableException("document " + one.getFirst().id() + " of "
                    + one.getFirst().index() + " is longer than the " + longest
                    + " bytes that a gateway carries with this heap");
        } catch (JacksonException e) {
            throw new UnmovableException("document " + one.getFirst().id() + " of "
                    + one.getFirst().index() + " cannot be read: its source is not JSON but for a server"
                    + " (a comment, a byte order mark, a name beyond all measure)");
        } finally {
            LONG_ONE.release();
        }
    }
}
