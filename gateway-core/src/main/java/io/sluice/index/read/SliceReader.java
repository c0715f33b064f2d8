package io.sluice.index.read;

import io.sluice.index.call.AnswerTooLongException;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import java.io.IOException;
import java.util.List;

/**
 * Reads the slices of one index in the order of sequence numbers. Slices before the tail need nothing of the server between two
 * requests, so that reading can go on at any document after any time; a tail is read in a point in time or a scroll, which is
 * closed whatever happens. Blocks; for one thread.
 */
public final class SliceReader {
    /** How long a server keeps a point in time or scroll that nobody closes. */
    static final String KEEP_ALIVE = "5m";
    /** Far beyond any number, and far from an overflow. */
    private static final long WIDEST = 1L << 40;

    private static final int TAIL_ATTEMPTS = 5;
    /** Documents of each answer of a scroll at first; it cannot ask for more or fewer once it has begun. */
    private static final int SCROLL_SIZE = 200;

    private final ClusterCalls calls;
    private final IndexDescription index;
    private final ReadTerms terms;
    private final SearchBody searches;
    private final DocumentReader reader;

    /** Asks for the documents of a range. */
    interface Range {
        Page ask(long after, long upTo, int size) throws IOException, InterruptedException;
    }

    /** A reader of the slices of an index. */
    public SliceReader(ClusterCalls calls, IndexDescription index, ReadTerms terms) {
        this.calls = calls;
        this.index = index;
        this.terms = terms;
        this.searches = new SearchBody(terms);
        this.reader = new DocumentReader(terms.form());
    }

    /**
     * Reads a slice to its end.
     *
     * @param position up to where it was read before; the tail begins anew in any case
     * @throws IOException if the server refuses, does not answer in time, or answers what was not asked
     */
    public void read(Slice slice, long position, PageSink sink) throws IOException, InterruptedException {
        if (slice.isTail()) {
            readTail(slice, sink);
            return;
        }
        String target =
                "/" + Call.encode(index.name()) + "/_search?allow_partial_search_results=false&request_cache=false&"
                        + SearchBody.searched(index, slice.shard());
        readRange(
                (after, upTo, size) ->
                        reader.search(calls.bytes(Call.of("POST", target, searches.range(after, upTo, size, null)))
                                .body()),
                position,
                slice.upTo(),
                sink);
    }

    private void readTail(Slice tail, PageSink sink) throws IOException, InterruptedException {
        // A body may have been read of another copy, from which an update had taken a document into the tail.
        PrimaryShard.awaitCopies(calls, index, tail.shard());
        SlicePlan.refresh(calls, index);
        // The opening of a point in time passes the index's search pipeline, and cannot say that it passes none.
        SnapshotKind kind = index.hasSearchPipeline()
                ? SnapshotKind.SCROLL
                : terms.snapshot().at(terms.server());
        for (int attempt = 1; ; attempt++) {
            try {
                if (kind == SnapshotKind.SCROLL) {
                    readScroll(tail, sink);
                } else if (!readPointInTime(tail, sink)) {
                    kind = SnapshotKind.SCROLL;
                    continue;
                }
                return;
            } catch (SnapshotLostException e) {
                if (attempt == TAIL_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    // False if the server has no points in time.
    private boolean readPointInTime(Slice tail, PageSink sink) throws IOException, InterruptedException {
        try (PointInTime point = PointInTime.open(calls, terms.server(), index, tail.shard())) {
            if (point == null) {
                return false;
            }
            Page last = reader.search(point.search(searches.last(point.id())));
            point.follow(last.context());
            requireAll(last, 1);
            long upTo = last.documents().isEmpty()
                    ? tail.after()
                    : last.documents().getFirst().seqNo();
            readRange(
                    (after, to, size) -> {
                        Page page = reader.search(point.search(searches.range(after, to, size, point.id())));
                        point.follow(page.context());
                        return page;
                    },
                    tail.after(),
                    upTo,
                    sink);
            return true;
        }
    }

    private void readRange(Range range, long from, long upTo, PageSink sink) throws IOException, InterruptedException {
        PageSize pages = new PageSize(terms.pageBytes(), index.maxHits());
        long window = pages.size();
        long at = from;
        while (at < upTo) {
            int size = pages.size();
            // A page of many matches costs the server more; one of few costs a request.
            window = Math.max(window, size);
            long to = upTo - at <= window ? upTo : at + window;
            Page page;
            try {
                page = range.ask(at, to, size);
            } catch (AnswerTooLongException e) {
                if (!pages.halve()) {
                    throw e;
                }
                continue;
            }
            check(page.documents(), at, to, size);
            requireAll(page, size);
            boolean full = page.documents().size() == size;
            List<Document> documents = full ? withoutLastNumber(page.documents()) : page.documents();
            if (full && documents.isEmpty()) {
                if (!pages.grow()) {
                    throw new IOException("too many documents have the sequence number "
                            + page.documents().getLast().seqNo());
                }
                continue;
            }
            at = full ? page.documents().getLast().seqNo() - 1 : to;
            window = full ? Math.max(size, window / 2) : Math.min(WIDEST, window * 2);
            pages.seen(page.documents().size(), page.bytes());
            sink.take(documents, at);
        }
    }

    // A shard that was made of several by shrinking has documents with one number: a page may end between them.
    private static List<Document> withoutLastNumber(List<Document> documents) {
        long last = documents.getLast().seqNo();
        int end = documents.size();
        while (end > 0 && documents.get(end - 1).seqNo() == last) {
            end--;
        }
        return documents.subList(0, end);
    }

    private static void check(List<Document> documents, long after, long upTo, int size) throws IOException {
        long least = after + 1;
        for (Document document : documents) {
            if (document.seqNo() < least || document.seqNo() > upTo) {
                throw new IOException("the server answered with sequence number " + document.seqNo() + " between "
                        + least + " and " + upTo);
            }
            least = document.seqNo();
        }
        if (documents.size() > size) {
            throw new IOException("the server answered with more documents than it was asked for");
        }
    }

    // What a page lacks is not read later.
    private static void requireAll(Page page, long wanted) throws IOException {
        long due = Math.min(wanted, page.total());
        if (page.documents().size() < due) {
            throw new IOException(
                    "the server answered with " + page.documents().size() + " documents instead of " + due);
        }
    }

    private void readScroll(Slice tail, PageSink sink) throws IOException, InterruptedException {
        int size = Math.min(SCROLL_SIZE, index.maxHits());
        while (true) {
            try {
                readScroll(tail, size, sink);
                return;
            } catch (AnswerTooLongException e) {
                if (size == 1) {
                    throw e;
                }
                size /= 2;
            }
        }
    }

    private void readScroll(Slice tail, int size, PageSink sink) throws IOException, InterruptedException {
        try (Scroll scroll = new Scroll(calls, index, tail.shard())) {
            Page page = reader.search(scroll.begin(searches.scroll(tail.after(), size)));
            long due = page.total();
            while (!page.documents().isEmpty()) {
                scroll.follow(page.context());
                sink.take(page.documents(), page.documents().getLast().seqNo());
                due -= page.documents().size();
                page = reader.search(scroll.next());
            }
            scroll.follow(page.context());
            if (due > 0) {
                throw new IOException("the server ended a scroll though " + due + " documents were due");
            }
        }
    }
}
