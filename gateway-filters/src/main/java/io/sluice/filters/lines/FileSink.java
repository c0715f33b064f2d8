package io.sluice.filters.lines;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a file, which is opened for the first line. Reopens it if it was renamed or removed, for example by
 * logrotate, and rotates it itself at a maximum size: FILE becomes FILE.1, that FILE.2 and so on.
 */
public final class FileSink implements LogSink {

    private final Path path;
    private final long rotateAt;
    private final int keep;
    private @Nullable FileChannel channel;
    private @Nullable Object identity;

    /**
     * Checks that the file can be written, without changing it.
     *
     * @param rotateAt in bytes, {@link Long#MAX_VALUE} for never
     * @param keep how many renamed files are kept
     * @throws IOException if the file cannot be written
     */
    public FileSink(Path path, long rotateAt, int keep) throws IOException {
        this.path = path;
        this.rotateAt = rotateAt;
        this.keep = keep;
        check();
    }

    private void check() throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "this is a directory, not a file");
        }
        Path directory = Objects.requireNonNull(path.toAbsolutePath().getParent(), "only a directory has no parent");
        if (!Files.isDirectory(directory)) {
            throw new FileSystemException(directory.toString(), null, "there is no such directory for the log");
        }
        // Rotation needs a directory in which files can be created.
        boolean rotates = rotateAt != Long.MAX_VALUE;
        if (Files.exists(path) && !Files.isWritable(path)) {
            throw new AccessDeniedException(path.toString());
        }
        if ((rotates || !Files.exists(path)) && !Files.isWritable(directory)) {
            throw new AccessDeniedException(directory.toString());
        }
    }

    @Override
    public void write(byte[] lines) throws IOException {
        FileChannel file = current();
        long before = file.size();
        if (before > 0 && before + lines.length > rotateAt) {
            rotate();
            file = open();
            before = file.size();
        }
        try {
            ByteBuffer rest = ByteBuffer.wrap(lines);
            while (rest.hasRemaining()) {
                file.write(rest);
            }
        } catch (IOException e) {
            cutBack(file, before, e);
            throw e;
        }
    }

    // Half a line would spoil the next one.
    private static void cutBack(FileChannel file, long size, IOException cause) {
        try {
            file.truncate(size);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    // An interrupt closes a channel, too.
    private FileChannel current() throws IOException {
        FileChannel file = channel;
        boolean usable = file != null && file.isOpen() && Objects.equals(identity, identityOnDisk());
        return usable ? Objects.requireNonNull(file) : open();
    }

    private @Nullable Object identityOnDisk() throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return this;
        }
    }

    private FileChannel open() throws IOException {
        close();
        FileChannel opened = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        channel = opened;
        identity = identityOnDisk();
        return opened;
    }

    private void rotate() throws IOException {
        close();
        if (keep == 0) {
            Files.deleteIfExists(path);
            return;
        }
        for (int i = keep - 1; i >= 1; i--) {
            if (Files.exists(numbered(i))) {
                Files.move(numbered(i), numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.move(path, numbered(1), StandardCopyOption.REPLACE_EXISTING);
    }

    private Path numbered(int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    @Override
    public void close() throws IOException {
        FileChannel file = channel;
        channel = null;
        if (file != null) {
            file.close();
        }
    }
}
