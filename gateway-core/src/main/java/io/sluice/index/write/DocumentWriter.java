package io.sluice.index.write;

import io.sluice.index.call.Answer;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Pause;
import io.sluice.index.read.Document;
import io.sluice.index.read.JsonText;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes documents to one index: in bulks of each node, item by item again where the target was busy, in smaller bulks for a while
 * after that. Returns when the fate of every document is known. Blocks; thread-safe.
 */
public final class DocumentWriter {
    private static final int CONFLICT = 409;
    private static final int TOO_LARGE = 413;
    private static final int BUSY = 429;
    private static final int LEAST_BYTES = 64 << 10;
    private static final int GROWTHS = 16;

    private final ClusterCalls calls;
    private final String target;
    private final WriteTerms terms;
    private final @Nullable Placement placement;
    private final AtomicInteger bulkBytes;

    /**
     * A writer to an index.
     *
     * @param placement null to leave it to the nodes
     */
    public DocumentWriter(ClusterCalls calls, String index, WriteTerms terms, @Nullable Placement placement) {
        this.calls = calls;
        // A default pipeline of the target would change what was one already.
        this.target = "/" + Call.encode(index) + "/_bulk?pipeline=_none&" + BulkAnswer.FILTER;
        this.terms = terms;
        this.placement = placement;
        this.bulkBytes = new AtomicInteger(terms.bulkBytes());
    }

    /**
     * Writes documents whose content is their source in one line.
     *
     * @throws IOException if the target does not take them within its patience, or refuses more than allowed
     */
    public void write(List<Document> documents) throws IOException, InterruptedException {
        if (documents.isEmpty()) {
            return;
        }
        if (placement == null) {
            writeTo(null, documents);
            return;
        }
        for (Map.Entry<@Nullable URI, List<Document>> group :
                placement.group(documents).entrySet()) {
            writeTo(group.getKey(), group.getValue());
        }
    }

    private void writeTo(@Nullable URI node, List<Document> documents) throws IOException, InterruptedException {
        Pause pause = new Pause(calls.terms().patience());
        List<Document> left = documents;
        while (!left.isEmpty()) {
            int before = left.size();
            List<Document> busy = new ArrayList<>();
            int from = 0;
            while (from < left.size()) {
                int to = endOfBulk(left, from);
                send(node, left.subList(from, to), busy);
                from = to;
            }
            if (busy.size() < before) {
                pause.reset();
            }
            if (!busy.isEmpty() && !pause.sleep()) {
                throw new IOException("the target has been busy for "
                        + calls.terms().patience().toSeconds() + " s: " + busy.size() + " documents wait");
            }
            left = busy;
        }
    }

    private int endOfBulk(List<Document> documents, int from) {
        int limit = bulkBytes.get();
        int bytes = documents.get(from).weight();
        int to = from + 1;
        while (to < documents.size() && bytes + documents.get(to).weight() <= limit) {
            bytes += documents.get(to).weight();
            to++;
        }
        return to;
    }

    private void send(@Nullable URI node, List<Document> documents, List<Document> busy)
            throws IOException, InterruptedException {
        JsonText lines = new JsonText();
        documents.forEach(document -> BulkLines.add(lines, document, terms.mode()));
        Answer answer = calls.send(Call.bulk(target, lines.toBytes()), node);
        if (answer.status() == TOO_LARGE && documents.size() > 1) {
            int half = documents.size() / 2;
            send(node, documents.subList(0, half), busy);
            send(node, documents.subList(half, documents.size()), busy);
            return;
        }
        if (answer.status() == TOO_LARGE) {
            terms.refused().refuse(documents.getFirst(), TOO_LARGE, "the document is too long for the target");
            return;
        }
        judge(
                documents,
                new BulkAnswer(ClusterCalls.successful(answer, "a bulk").json(), documents.size()),
                busy);
    }

    private void judge(List<Document> documents, BulkAnswer answer, List<Document> busy) throws IOException {
        int before = busy.size();
        for (int i = 0; i < documents.size(); i++) {
            int status = answer.status(i);
            if (status >= 200 && status < 300) {
                terms.counts().addWritten();
            } else if (status == CONFLICT) {
                terms.counts().addKept();
            } else if (status == BUSY || status >= 502 && status <= 504) {
                busy.add(documents.get(i));
            } else {
                terms.refused().refuse(documents.get(i), status, answer.reason(i));
            }
        }
        int added = busy.size() - before;
        terms.counts().addRepeated(added);
        int most = terms.bulkBytes();
        bulkBytes.updateAndGet(now ->
                added > 0 ? Math.max(LEAST_BYTES, now / 2) : Math.min(most, now + Math.max(1, most / GROWTHS)));
    }
}
