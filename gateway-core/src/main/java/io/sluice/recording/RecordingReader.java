package io.sluice.recording;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a file of a recording from its beginning. Holds one part of the file, as it was written at once. For one thread. */
public final class RecordingReader implements AutoCloseable {
    private final Path file;
    private final GzipMember members;
    private byte[] lines = new byte[0];
    private int from;
    private long offset;

    /** @param in the file's content; it becomes the reader's */
    RecordingReader(Path file, InputStream in) {
        this.file = file;
        this.members = new GzipMember(in);
    }

    /**
     * Opens a file.
     *
     * @throws IOException if there is none, or it cannot be read
     */
    public static RecordingReader open(Path file) throws IOException {
        return new RecordingReader(file, Files.newInputStream(file));
    }

    /**
     * The next request; null at the end of the file.
     *
     * @throws RecordingException if the file is cut off or damaged
     * @throws IOException if it cannot be read
     */
    public @Nullable RecordedExchange next() throws IOException {
        if (from == lines.length) {
            offset = members.offset();
            try {
                lines = members.next(RecordingFormat.LONGEST);
            } catch (EOFException e) {
                throw new RecordingException(file, offset, true, String.valueOf(e.getMessage()));
            } catch (IOException e) {
                throw new RecordingException(file, offset, false, String.valueOf(e.getMessage()));
            }
            from = 0;
            if (lines.length == 0) {
                return null;
            }
        }
        int end = from;
        while (end < lines.length && lines[end] != '\n') {
            end++;
        }
        if (end == lines.length) {
            throw new RecordingException(file, offset, false, "a line has no end");
        }
        byte[] line = Arrays.copyOfRange(lines, from, end);
        from = end + 1;
        try {
            return RecordingFormat.read(line);
        } catch (IOException e) {
            throw new RecordingException(file, offset, false, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() throws IOException {
        members.close();
    }
}
