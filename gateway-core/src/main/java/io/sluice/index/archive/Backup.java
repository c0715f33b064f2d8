package io.sluice.index.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Translations;
import io.sluice.index.diff.Side;
import io.sluice.index.job.Journal;
import io.sluice.index.job.Positions;
import io.sluice.index.job.Progress;
import io.sluice.index.job.Workers;
import io.sluice.index.read.IndexCatalog;
import io.sluice.index.read.IndexDescription;
import io.sluice.index.read.ReadTerms;
import io.sluice.index.read.Slice;
import io.sluice.index.read.SlicePlan;
import io.sluice.index.read.SliceReader;
import io.sluice.index.read.Slices;
import io.sluice.index.read.SourceForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes indices to files. After any end of the process the same job goes on behind the last file that was whole. Blocks; for one
 * thread.
 */
public final class Backup {
    private static final String INDEX = "index";
    private static final String FILE = "file";
    private static final String DATA = "data";
    private static final String HISTORIES = "histories";

    private final Side source;
    private final BackupTerms terms;
    private final CopyTerms.TargetTerms losses;
    private final Progress progress;
    /** The files of each slice, by its key. */
    private final Map<String, List<ArchiveFile>> files = new ConcurrentHashMap<>();

    /** What is read of one index. */
    private record Planned(IndexDescription index, List<String> histories, List<Slice> slices, long documents) {}

    /**
     * A result.
     *
     * @param indices how many
     * @param documents lines of documents; one that changed meanwhile may be there twice
     * @param bytes of the files
     */
    public record Summary(int indices, long documents, long bytes) {}

    /**
     * A backup of a cluster, whose calls stay the caller's.
     *
     * @param losses which losses are accepted
     */
    public Backup(Side source, BackupTerms terms, CopyTerms.TargetTerms losses, Progress progress) {
        this.source = source;
        this.terms = terms;
        this.losses = losses;
        this.progress = progress;
    }

    /** Why no backup can be written to a directory; null if one can. */
    public static @Nullable String obstacle(Path directory) throws IOException {
        if (Files.exists(directory.resolve(Manifest.FILE))) {
            return directory + " has a complete backup already; name another directory";
        }
        return Files.exists(directory.resolve(Journal.FILE)) || !hasOthers(directory) ? null : foreign(directory);
    }

    private static String foreign(Path directory) {
        return directory + " has files that are of no unfinished backup; name a directory that is empty or not there";
    }

    // Whether there is anything beside a journal, and what new volumes have.
    private static boolean hasOthers(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.anyMatch(path -> !path.endsWith(Journal.FILE) && !path.endsWith("lost+found"));
        }
    }

    /**
     * Backs up all indices of an expression, or what an earlier run has left of them.
     *
     * @param identity tells this job from others
     * @throws IOException if it cannot go on; the same job may be run again
     */
    public Summary run(String expression, JsonNode identity) throws IOException, InterruptedException {
        String obstacle = obstacle(terms.directory());
        if (obstacle != null) {
            throw new IOException(obstacle);
        }
        try (Journal journal = Journal.open(terms.directory(), identity)) {
            if (journal.entries().isEmpty() && hasOthers(terms.directory())) {
                throw new IOException(foreign(terms.directory()));
            }
            List<Planned> planned = planned(journal, expression);
            takeFiles(journal, planned);
            Positions positions = new Positions(journal);
            List<ArchivedIndex> archived = new ArrayList<>();
            for (Planned each : planned) {
                archived.add(archive(each, journal, positions));
            }
            Manifest.now(source.server(), archived).write(terms.directory());
            Files.delete(terms.directory().resolve(Journal.FILE));
            return new Summary(
                    archived.size(),
                    archived.stream().mapToLong(ArchivedIndex::documents).sum(),
                    archived.stream()
                            .flatMap(index -> index.files().stream())
                            .mapToLong(ArchiveFile::bytes)
                            .sum());
        }
    }

    private List<Planned> planned(Journal journal, String expression) throws IOException, InterruptedException {
        List<Planned> planned = new ArrayList<>();
        for (JsonNode entry : journal.entries()) {
            for (JsonNode each : entry.path(INDEX)) {
                planned.add(plannedOf(each));
            }
        }
        if (!planned.isEmpty()) {
            return planned;
        }
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        ArrayNode all = entry.putArray(INDEX);
        for (IndexDescription index : IndexCatalog.find(source.calls(), expression)) {
            Translations.checkSources(index, losses, progress);
            List<String> histories = IndexCatalog.histories(source.calls(), index);
            List<Slice> slices = SlicePlan.of(source.calls(), index, terms.workers() * 2);
            long documents = IndexCatalog.count(source.calls(), index);
            planned.add(new Planned(index, histories, slices, documents));
            ObjectNode each = ArchivedIndex.describe(index).put("documents", documents);
            histories.forEach(each.putArray(HISTORIES)::add);
            all.add(each.set("slices", Slices.toJson(slices)));
        }
        journal.add(entry);
        return planned;
    }

    private static Planned plannedOf(JsonNode json) {
        IndexDescription index = ArchivedIndex.described(json);
        List<String> histories = new ArrayList<>();
        json.path(HISTORIES).forEach(history -> histories.add(history.asText()));
        return new Planned(
                index,
                histories,
                Slices.of(index.name(), json.path("slices")),
                json.path("documents").asLong());
    }

    // The journal has the files that are whole; what else an earlier run has written is removed.
    private void takeFiles(Journal journal, List<Planned> planned) throws IOException {
        Set<Path> known = new HashSet<>();
        for (JsonNode entry : journal.entries()) {
            if (entry.has(FILE)) {
                ArchiveFile file = ArchiveFile.of(entry.path(FILE));
                filesOf(entry.path("part").asText()).add(file);
                known.add(terms.directory().resolve(file.name()));
            }
        }
        for (Planned each : planned) {
            Path folder = terms.directory().resolve(DATA).resolve(each.index().name());
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.list(folder)) {
                    for (Path path : all.filter(ArchiveFileWriter::isOwn).toList()) {
                        if (!known.remove(path)) {
                            Files.delete(path);
                        }
                    }
                }
            }
        }
        if (!known.isEmpty()) {
            throw new IOException(
                    "the backup has lost " + known.iterator().next() + "; remove its directory to begin anew");
        }
    }

    private List<ArchiveFile> filesOf(String slice) {
        return files.computeIfAbsent(slice, any -> new ArrayList<>());
    }

    private ArchivedIndex archive(Planned planned, Journal journal, Positions positions)
            throws IOException, InterruptedException {
        requireSame(planned);
        long before = planned.slices().stream()
                .flatMap(slice -> filesOf(slice.key()).stream())
                .mapToLong(ArchiveFile::documents)
                .sum();
        progress.begin("back up " + planned.index().name(), planned.documents(), before);
        List<Workers.Task> bodies = new ArrayList<>();
        List<Workers.Task> tails = new ArrayList<>();
        for (Slice slice : planned.slices()) {
            if (!positions.isDone(slice.key())) {
                (slice.isTail() ? tails : bodies).add(() -> read(planned.index(), slice, journal, positions));
            }
        }
        Workers.run(terms.workers(), bodies);
        Workers.run(terms.workers(), tails);
        requireSame(planned);
        List<ArchiveFile> all = new ArrayList<>();
        planned.slices().forEach(slice -> all.addAll(filesOf(slice.key())));
        return new ArchivedIndex(planned.index(), all);
    }

    private void requireSame(Planned planned) throws IOException, InterruptedException {
        IndexDescription index = planned.index();
        if (IndexCatalog.getSame(source.calls(), index.name(), index.uuid(), planned.histories()) == null) {
            throw new IOException("index '" + index.name() + "' is not the one that this backup began with");
        }
    }

    private void read(IndexDescription index, Slice slice, Journal journal, Positions positions)
            throws IOException, InterruptedException {
        ReadTerms reading = new ReadTerms(source.server(), SourceForm.LINE, terms.pageBytes(), terms.snapshot());
        try (SliceFiles writer = new SliceFiles(terms, DATA, slice, filesOf(slice.key()))) {
            long from = positions.position(slice.key(), slice.after());
            new SliceReader(source.calls(), index, reading).read(slice, from, (documents, position) -> {
                long bytes = writer.add(documents);
                if (writer.isFull()) {
                    finish(writer, slice, position, journal);
                }
                terms.pace().take(documents.size(), bytes);
                progress.add(documents.size(), bytes);
            });
            finish(writer, slice, slice.upTo(), journal);
        }
        positions.finish(slice.key());
    }

    private static void finish(SliceFiles writer, Slice slice, long position, Journal journal) throws IOException {
        ArchiveFile file = writer.finish();
        if (file != null) {
            journal.add(Positions.entry(slice.key(), position).set(FILE, file.toJson()));
        }
    }
}
