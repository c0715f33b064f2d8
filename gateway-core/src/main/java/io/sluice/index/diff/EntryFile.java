package io.sluice.index.diff;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Sorted entries in a file.
 *
 * @param path deleted by its user
 * @param entries how many it has
 */
record EntryFile(Path path, long entries) {
    private static final int BUFFER = 32 << 10;

    /** Writes entries; {@link #finish} tells the file. For one thread. */
    static final class Writer implements AutoCloseable {
        private final Path path;
        private final DataOutputStream out;
        private long entries;

        Writer(Path path) throws IOException {
            this.path = path;
            this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER));
        }

        void add(Entry entry) throws IOException {
            out.writeUTF(entry.id());
            out.writeBoolean(entry.routing() != null);
            if (entry.routing() != null) {
                out.writeUTF(entry.routing());
            }
            out.writeLong(entry.version());
            out.writeLong(entry.high());
            out.writeLong(entry.low());
            entries++;
        }

        EntryFile finish() throws IOException {
            out.close();
            return new EntryFile(path, entries);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Reads all entries once; deletes the file when it is closed. For one thread. */
    static final class Reader implements AutoCloseable {
        private final EntryFile file;
        private final DataInputStream in;
        private long left;

        Reader(EntryFile file) throws IOException {
            this.file = file;
            this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file.path()), BUFFER));
            this.left = file.entries();
        }

        /** The next one; null after the last. */
        @Nullable Entry next() throws IOException {
            if (left == 0) {
                return null;
            }
            left--;
            String id = in.readUTF();
            String routing = in.readBoolean() ? in.readUTF() : null;
            return new Entry(id, routing, in.readLong(), in.readLong(), in.readLong());
        }

        @Override
        public void close() throws IOException {
            in.close();
            Files.deleteIfExists(file.path());
        }
    }
}
