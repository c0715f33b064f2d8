package io.sluice.plugins.diskqueue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory of the file system. */
final class LocalDisk implements Disk {

    private static final String LOCK = "lock";
    /**
     * The directories that this process has locked. A process that closes any descriptor of a file loses its locks of that file, so
     * the file of one that is locked is not opened a second time.
     */
    private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileStore store;
    /** The directory while it is locked: to sync it takes no file descriptor that may be wanting. */
    private volatile @Nullable FileChannel opened;

    /** Makes the directory and those above it where they are missing. */
    LocalDisk(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectories(directory);
        // Finding it reads the table of mounts, which is too slow for each batch.
        store = Files.getFileStore(directory);
    }

    /**
     * Looks whether a directory can be written, or be made if it is not there.
     *
     * @throws IOException if not
     */
    static void check(Path directory) throws IOException {
        Path there = directory.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new NotDirectoryException(there.toString());
        }
        if (!Files.isWritable(there)) {
            throw new AccessDeniedException(there.toString());
        }
    }

    @Override
    public Closeable lock() throws IOException {
        Path file = directory.resolve(LOCK);
        Path real = directory.toRealPath();
        if (!LOCKED.add(real)) {
            throw new IOException(file + ": the queue is open in this process");
        }
        try {
            FileChannel channel = locked(file);
            try {
                FileChannel own = FileChannel.open(directory, StandardOpenOption.READ);
                opened = own;
                return new Held(channel, own, real);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            LOCKED.remove(real);
            throw e;
        }
    }

    private static FileChannel locked(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IOException(file + ": the queue is open in this process", e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new IOException(file + ": another process has the queue open");
    }

    /** A directory that is locked. */
    private record Held(FileChannel channel, FileChannel opened, Path directory) implements Closeable {
        @Override
        public void close() throws IOException {
            if (channel.isOpen()) {
                try {
                    opened.close();
                } finally {
                    unlock();
                }
            }
        }

        private void unlock() throws IOException {
            try {
                channel.close();
            } finally {
                LOCKED.remove(directory);
            }
        }
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    @Override
    public DataFile create(String name) throws IOException {
        return open(name, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public DataFile open(String name) throws IOException {
        return open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private DataFile open(String name, OpenOption... how) throws PassingException {
        try {
            return new LocalFile(FileChannel.open(directory.resolve(name), how));
        } catch (IOException e) {
            throw new PassingException(e);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(directory.resolve(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void sync() throws IOException {
        FileChannel own = opened;
        if (own != null && own.isOpen()) {
            own.force(true);
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long usableSpace() throws IOException {
        try {
            return store.getUsableSpace();
        } catch (IOException e) {
            throw new PassingException(e);
        }
    }

    @Override
    public String pathOf(String name) {
        return directory.resolve(name).toString();
    }
}
