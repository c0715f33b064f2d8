package io.sluice.index.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Loading;
import io.sluice.index.copy.TargetIndex;
import io.sluice.index.copy.Translations;
import io.sluice.index.diff.IndexPairs;
import io.sluice.index.diff.Side;
import io.sluice.index.job.Journal;
import io.sluice.index.job.Positions;
import io.sluice.index.job.Progress;
import io.sluice.index.job.Workers;
import io.sluice.index.read.Document;
import io.sluice.index.read.IndexCatalog;
import io.sluice.index.read.IndexDescription;
import io.sluice.index.translate.IndexTranslation;
import io.sluice.index.write.DocumentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads indices of a backup. Every file is checked before anything is written. After any end of the process the same job goes on
 * where it was. Blocks; for one thread.
 */
public final class Restore {
    private static final String INTO = "into";

    private final Path directory;
    private final Loading loading;
    private final Side target;
    private final CopyTerms terms;
    private final Progress progress;

    /**
     * An index that is loaded.
     *
     * @param index in the backup
     * @param target its name in the cluster
     * @param lines documents in the files; one that changed during the backup may be there twice
     * @param documents in the target
     * @param missing how many lines are of documents that the target has in no version
     * @param firstMissing the id of one of them; null if there is none
     */
    public record Restored(
            String index,
            String target,
            long lines,
            long documents,
            long missing,
            @Nullable String firstMissing) {}

    /** A restore of a directory. */
    public Restore(Path directory, Loading loading) {
        this.directory = directory;
        this.loading = loading;
        this.target = loading.target();
        this.terms = loading.terms();
        this.progress = loading.progress();
    }

    /**
     * Loads the indices of an expression, or what an earlier run has left of them.
     *
     * @param expression names with wildcards, several with commas
     * @param identity tells this job from others
     * @throws IOException if the backup is not complete or damaged or lacks what is named, two indices would become one, or loading
     *     cannot go on; the same job may be run again
     */
    public List<Restored> run(String expression, ObjectNode identity) throws IOException, InterruptedException {
        Manifest manifest = Manifest.read(directory);
        List<ArchivedIndex> indices = wanted(manifest, expression);
        IndexPairs.requireApart(
                indices.stream().map(Restore::nameOf).toList(), terms.target().renaming()::apply);
        checkFiles(indices);
        identity.put("created", manifest.created());
        try (Journal journal = Journal.open(terms.state(), identity)) {
            loading.begin();
            Positions positions = new Positions(journal);
            List<Restored> restored = new ArrayList<>();
            for (ArchivedIndex index : indices) {
                restored.add(load(index, manifest, journal, positions));
            }
            return restored;
        }
    }

    private static List<ArchivedIndex> wanted(Manifest manifest, String expression) throws IOException {
        List<Predicate<String>> parts = new ArrayList<>();
        for (String part : expression.split(",", -1)) {
            String pattern =
                    Stream.of(part.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
            Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
            if (manifest.indices().stream().noneMatch(index -> matches.test(nameOf(index)))) {
                throw new IOException("the backup has no index '" + part + "'; it has "
                        + manifest.indices().stream().map(Restore::nameOf).toList());
            }
            parts.add(matches);
        }
        return manifest.indices().stream()
                .filter(index -> parts.stream().anyMatch(part -> part.test(nameOf(index))))
                .toList();
    }

    private static String nameOf(ArchivedIndex index) {
        return index.description().name();
    }

    private void checkFiles(List<ArchivedIndex> indices) throws IOException, InterruptedException {
        List<Workers.Task> checks = new ArrayList<>();
        for (ArchivedIndex index : indices) {
            for (ArchiveFile file : index.files()) {
                checks.add(() -> {
                    Path path = directory.resolve(file.name());
                    if (!Files.isRegularFile(path)) {
                        throw new IOException("the backup has lost " + path);
                    }
                    if (!Sha256.of(path).equals(file.sha256())) {
                        throw new IOException(path + " is damaged");
                    }
                });
            }
        }
        Workers.run(terms.workers(), checks);
    }

    private Restored load(ArchivedIndex index, Manifest manifest, Journal journal, Positions positions)
            throws IOException, InterruptedException {
        String name = nameOf(index);
        String targetName = terms.target().renaming().apply(name);
        TargetIndex loaded = new TargetIndex(target.calls(), targetName);
        JsonNode begun = begin(index, manifest, loaded, journal);
        loaded.require(begun.path("uuid").asText());
        DocumentWriter writer = loading.writer(targetName, loaded);
        long done = 0;
        List<Workers.Task> bodies = new ArrayList<>();
        List<Workers.Task> tails = new ArrayList<>();
        boolean allBodies = index.files().stream().allMatch(file -> file.tail() || positions.isDone(file.name()));
        for (ArchiveFile file : index.files()) {
            // What a tail has is newer than the same in a body, and is written again if a body is written after it.
            boolean counts = allBodies || !file.tail();
            long before = counts ? positions.position(file.name(), 0) : 0;
            if (counts && positions.isDone(file.name())) {
                done += file.documents();
            } else {
                done += before;
                (file.tail() ? tails : bodies).add(() -> load(file, before, writer, positions));
            }
        }
        progress.begin("restore " + name, index.documents(), done);
        Workers.run(terms.workers(), bodies);
        Workers.run(terms.workers(), tails);
        String uuid = begun.path("uuid").asText();
        loaded.require(uuid);
        loaded.finish(
                begun.path("held"),
                terms.target().aliases() ? index.description().aliases() : null);
        return check(index, loaded.require(uuid));
    }

    // A count proves something where the index has nothing else, and the backup has no document twice. Elsewhere each
    // is looked for.
    private Restored check(ArchivedIndex index, IndexDescription loaded) throws IOException, InterruptedException {
        String name = nameOf(index);
        String targetName = loaded.name();
        long lines = index.documents();
        long documents = IndexCatalog.count(target.calls(), loaded);
        MissingDocuments missing = new MissingDocuments(target, targetName, looked -> {
            terms.pace().take(looked, 0);
            progress.add(looked, 0);
        });
        if (terms.target().existing() || documents != lines) {
            progress.begin("check " + name, lines, 0);
            List<Workers.Task> checks = new ArrayList<>();
            index.files().forEach(file -> checks.add(() -> missing.read(directory.resolve(file.name()))));
            Workers.run(terms.workers(), checks);
        }
        return new Restored(name, targetName, lines, documents, missing.count(), missing.first());
    }

    private JsonNode begin(ArchivedIndex index, Manifest manifest, TargetIndex loaded, Journal journal)
            throws IOException, InterruptedException {
        String name = nameOf(index);
        for (JsonNode entry : journal.entries()) {
            if (entry.path(INTO).asText().equals(name)) {
                return entry;
            }
        }
        ObjectNode entry = JsonNodeFactory.instance.objectNode().put(INTO, name);
        if (terms.target().existing()) {
            entry.put("uuid", loaded.prepare(null, journal)).putObject("held");
        } else {
            IndexTranslation translation =
                    Translations.of(index.description(), manifest.server(), target.server(), terms.target(), progress);
            entry.put("uuid", loaded.prepare(translation.body(), journal)).set("held", translation.held());
        }
        journal.add(entry);
        return entry;
    }

    private void load(ArchiveFile file, long before, DocumentWriter writer, Positions positions)
            throws IOException, InterruptedException {
        long at = 0;
        List<Document> documents = new ArrayList<>();
        long bytes = 0;
        try (ArchiveFileReader reader = new ArchiveFileReader(directory.resolve(file.name()))) {
            for (Document document = reader.next(); document != null; document = reader.next()) {
                at++;
                if (at > before) {
                    documents.add(document);
                    bytes += document.weight();
                }
                if (bytes >= terms.pageBytes()) {
                    loading.write(writer, documents);
                    positions.reached(file.name(), at);
                    documents = new ArrayList<>();
                    bytes = 0;
                }
            }
        }
        loading.write(writer, documents);
        if (at != file.documents()) {
            throw new IOException(file.name() + " has " + at + " documents instead of " + file.documents());
        }
        positions.finish(file.name());
    }
}
