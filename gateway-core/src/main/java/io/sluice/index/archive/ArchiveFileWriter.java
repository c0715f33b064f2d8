package io.sluice.index.archive;

import io.sluice.files.OwnerOnly;
import io.sluice.index.job.Durable;
import io.sluice.index.read.Document;
import io.sluice.index.read.JsonText;
import io.sluice.index.write.BulkLines;
import io.sluice.index.write.WriteMode;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes one file of a backup: gzip of bulk lines, so that any tool can send it. It has its name only once it is whole and on the
 * disk. For one thread.
 */
final class ArchiveFileWriter implements AutoCloseable {
    /** How the names of files end. */
    static final String SUFFIX = ".ndjson.gz";

    private static final String PART = ".part";
    private static final int BUFFER = 32 << 10;

    private final Path directory;
    private final String name;
    private final Path part;
    private final FileOutputStream file;
    private final MessageDigest digest = Sha256.digest();
    private final Counting counting;
    private final FastGzip gzip;
    private final JsonText lines = new JsonText();
    private long documents;
    private long plainBytes;

    /** The JDK's gzip at the level that costs the least. */
    private static final class FastGzip extends GZIPOutputStream {
        private FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    /** Counts what passes. */
    private static final class Counting extends OutputStream {
        private final OutputStream out;
        private long bytes;

        private Counting(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            bytes++;
        }

        @Override
        public void write(byte[] b, int from, int length) throws IOException {
            out.write(b, from, length);
            bytes += length;
        }
    }

    /** Whether a file has a name that this gives to files, finished or not. */
    static boolean isOwn(Path file) {
        String name = file.getFileName().toString();
        return Files.isRegularFile(file) && (name.endsWith(SUFFIX) || name.endsWith(SUFFIX + PART));
    }

    /** @param name relative to the directory, with {@link #SUFFIX} */
    ArchiveFileWriter(Path directory, String name) throws IOException {
        this.directory = directory;
        this.name = name;
        this.part = directory.resolve(name + PART);
        Path folder = Objects.requireNonNull(part.getParent());
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            Durable.syncDirectory(Objects.requireNonNull(folder.getParent()));
        }
        OwnerOnly.create(part);
        file = new FileOutputStream(part.toFile());
        counting = new Counting(new DigestOutputStream(file, digest));
        gzip = new FastGzip(counting);
    }

    /** Adds a document whose content is its source in one line. */
    void add(Document document) throws IOException {
        lines.truncate(0);
        BulkLines.add(lines, document, WriteMode.VERSION);
        lines.writeTo(gzip);
        plainBytes += lines.size();
        documents++;
    }

    /** How long the file is, about. */
    long bytes() {
        return counting.bytes;
    }

    /**
     * Makes the file durable under its name.
     *
     * @param tail what the result says of it
     */
    ArchiveFile finish(boolean tail) throws IOException {
        gzip.finish();
        file.getFD().sync();
        file.close();
        Durable.rename(part, directory.resolve(name));
        String sha256 = HexFormat.of().formatHex(digest.digest());
        return new ArchiveFile(name, documents, counting.bytes, plainBytes, sha256, tail);
    }

    /** Leaves a file that was not finished as a part. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
