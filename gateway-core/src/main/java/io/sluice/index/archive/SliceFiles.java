package io.sluice.index.archive;

import io.sluice.index.read.Document;
import io.sluice.index.read.Slice;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the files of one slice, one after the other. For one thread. */
final class SliceFiles implements AutoCloseable {
    private final BackupTerms terms;
    private final String folder;
    private final Slice slice;
    private final List<ArchiveFile> finished;
    private @Nullable ArchiveFileWriter open;

    /** @param finished the files that there are; finished ones are added */
    SliceFiles(BackupTerms terms, String folder, Slice slice, List<ArchiveFile> finished) {
        this.terms = terms;
        this.folder = folder;
        this.slice = slice;
        this.finished = finished;
    }

    /** Adds documents; returns about how many bytes they are. */
    long add(List<Document> documents) throws IOException {
        long bytes = 0;
        for (Document document : documents) {
            ArchiveFileWriter writer = open;
            if (writer == null) {
                String name = folder + "/" + slice.index() + "/" + slice.name() + "-" + (finished.size() + 1)
                        + ArchiveFileWriter.SUFFIX;
                writer = new ArchiveFileWriter(terms.directory(), name);
                open = writer;
            }
            writer.add(document);
            bytes += document.weight();
        }
        return bytes;
    }

    /** Whether the open file is as long as it should be. */
    boolean isFull() {
        return open != null && open.bytes() >= terms.fileBytes();
    }

    /** Ends the open file; null if there is none. */
    @Nullable ArchiveFile finish() throws IOException {
        ArchiveFileWriter writer = open;
        if (writer == null) {
            return null;
        }
        open = null;
        ArchiveFile file = writer.finish(slice.isTail());
        finished.add(file);
        return file;
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
        }
    }
}
