package io.sluice.index.archive;

import io.sluice.index.diff.Side;
import io.sluice.index.read.Document;
import io.sluice.index.read.DocumentLookup;
import io.sluice.index.read.SourceForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Finds documents of a backup that an index does not have, in any version. Blocks; thread-safe. */
final class MissingDocuments {
    private static final int BATCH = 200;

    private final Side target;
    private final String index;
    private final Looked looked;
    private final AtomicLong missing = new AtomicLong();
    private final AtomicReference<@Nullable String> first = new AtomicReference<>();

    /** Is told how many documents are looked at, before they are. */
    interface Looked {
        void at(int documents) throws InterruptedException;
    }

    MissingDocuments(Side target, String index, Looked looked) {
        this.target = target;
        this.index = index;
        this.looked = looked;
    }

    /** How many there are in the files that were read; one that is in two files counts twice. */
    long count() {
        return missing.get();
    }

    /** The id of one of them; null if there is none. */
    @Nullable String first() {
        return first.get();
    }

    /** Looks for all documents of a file. */
    void read(Path file) throws IOException, InterruptedException {
        DocumentLookup lookup = new DocumentLookup(target.calls(), target.server(), index, SourceForm.NONE);
        List<DocumentLookup.Key> keys = new ArrayList<>();
        try (ArchiveFileReader reader = new ArchiveFileReader(file)) {
            for (Document document = reader.next(); document != null; document = reader.next()) {
                keys.add(new DocumentLookup.Key(document.id(), document.routing()));
                if (keys.size() == BATCH) {
                    look(lookup, keys);
                    keys.clear();
                }
            }
        }
        look(lookup, keys);
    }

    private void look(DocumentLookup lookup, List<DocumentLookup.Key> keys) throws IOException, InterruptedException {
        looked.at(keys.size());
        List<@Nullable Document> found = lookup.get(keys);
        for (int i = 0; i < keys.size(); i++) {
            Document there = found.get(i);
            // A shard has one document of an id: it may be that of another routing. Elasticsearch 8 tells no routing of
            // some.
            String routing = there == null ? null : there.routing();
            if (there == null || routing != null && !routing.equals(keys.get(i).routing())) {
                missing.incrementAndGet();
                first.compareAndSet(null, keys.get(i).id());
            }
        }
    }
}
