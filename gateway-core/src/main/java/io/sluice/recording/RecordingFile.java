package io.sluice.recording;

import io.sluice.files.OwnerOnly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The files of one flow's recording: one is written, and the oldest are deleted. What is written at once is a gzip member of its own, so that
 * a file that is cut off is whole up to the last of them. For one thread.
 */
final class RecordingFile implements AutoCloseable {
    private static final String SUFFIX = ".ndjson.gz";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    /** The files of one millisecond. */
    private static final int NUMBERS = 1_000;

    private final Path directory;
    private final String flow;
    private final int keep;
    private final OutputStream out;
    private long size;

    /**
     * Makes a new file, and deletes the oldest of the flow beyond what is kept.
     *
     * @param keep how many files there are then at most
     * @throws IOException if it cannot be made
     */
    RecordingFile(Path directory, String flow, int keep, Instant now) throws IOException {
        this.directory = directory;
        this.flow = flow;
        this.keep = keep;
        Files.createDirectories(directory);
        this.out = create(now);
        deleteOldest();
    }

    // Bodies are nobody else's business.
    private OutputStream create(Instant now) throws IOException {
        for (int number = 0; number < NUMBERS; number++) {
            Path file = directory.resolve(
                    flow + "-" + TIME.format(now) + String.format(Locale.ROOT, "-%03d", number) + SUFFIX);
            try {
                OwnerOnly.createNew(file);
                return Files.newOutputStream(file, StandardOpenOption.WRITE);
            } catch (FileAlreadyExistsException e) {
                // Another recording of the flow, which a reload ends, has it.
            }
        }
        throw new IOException("there are too many files of " + now);
    }

    private void deleteOldest() throws IOException {
        Pattern own = Pattern.compile(Pattern.quote(flow) + "-\\d{8}T\\d{9}Z-\\d{3}" + Pattern.quote(SUFFIX));
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(
                            file -> own.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
        for (Path oldest : files.subList(0, Math.max(0, files.size() - keep))) {
            Files.deleteIfExists(oldest);
        }
    }

    /** How many bytes the file has. */
    long size() {
        return size;
    }

    /** Writes some exchanges, compressed, or fails; the file is to be closed then. */
    void write(List<RecordedExchange> exchanges) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        try (OutputStream zipped = new FastGzip(member)) {
            for (RecordedExchange exchange : exchanges) {
                RecordingFormat.write(exchange, zipped);
            }
        }
        member.writeTo(out);
        size += member.size();
    }

    /** Writing must not cost more than relaying. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 16 << 10);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
