package io.sluice.index.copy;

import io.sluice.config.ClusterConfig;
import io.sluice.index.diff.Side;
import io.sluice.index.job.Progress;
import io.sluice.index.read.Document;
import io.sluice.index.write.DocumentWriter;
import io.sluice.index.write.WriteCounts;
import io.sluice.index.write.WriteTerms;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Loads documents into indices of a cluster, at the pace that is allowed, and counts them. Blocks; documents may come from several threads. */
public final class Loading {
    private final Side target;
    private final ClusterConfig config;
    private final CopyTerms terms;
    private final Progress progress;
    private final WriteCounts counts = new WriteCounts();
    /** Null before the job holds its journal. */
    private @Nullable RefusedFile refused;

    /** @param target its calls stay the caller's */
    public Loading(Side target, ClusterConfig config, CopyTerms terms, Progress progress) {
        this.target = target;
        this.config = config;
        this.terms = terms;
        this.progress = progress;
    }

    /**
     * Begins, or goes on. The job's journal is open, so that no other process writes what was refused.
     *
     * @throws IOException if it cannot be read what was refused before
     */
    public void begin() throws IOException {
        refused = RefusedFile.open(terms.state().resolve("refused.ndjson"), terms.maxRefused());
    }

    private RefusedFile file() {
        return Objects.requireNonNull(refused);
    }

    /** The cluster. */
    public Side target() {
        return target;
    }

    /** The terms. */
    public CopyTerms terms() {
        return terms;
    }

    /** What is told how far it is. */
    public Progress progress() {
        return progress;
    }

    /** What writes documents into an index of that name, which is there. */
    public DocumentWriter writer(String name, TargetIndex index) throws IOException, InterruptedException {
        return new DocumentWriter(
                target.calls(),
                name,
                new WriteTerms(
                        terms.mode(),
                        terms.pageBytes(),
                        counts,
                        (document, status, reason) -> file().refuse(name, document, status, reason)),
                index.placement(config));
    }

    /** Writes documents. */
    public void write(DocumentWriter writer, List<Document> documents) throws IOException, InterruptedException {
        long bytes = documents.stream().mapToLong(Document::weight).sum();
        terms.pace().take(documents.size(), bytes);
        writer.write(documents);
        progress.add(documents.size(), bytes);
    }

    /** How many documents the target has refused, in this run and those before. */
    public long refused() {
        return file().refused();
    }

    /** What came of the documents in this run, for people. */
    public String told() {
        return counts.written() + " documents written in this run, " + counts.kept() + " not, as the target's stay, "
                + counts.repeated() + " sent again; " + refused() + " refused in all runs";
    }
}
